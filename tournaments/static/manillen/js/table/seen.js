// Up to which act this browser has shown the table: a cookie of the table's own, which the server reads.

import { holder, table } from "./standing.js";

const KEPT = 30 * 24 * 3600;

export function markSeen() {
  document.cookie = `seen=${table().dataset.ply}; path=${holder.dataset.table}; max-age=${KEPT}; samesite=lax`;
}
