// The last trick, laid over the felt for as long as the player looks at it.

import { find } from "./standing.js";

const link = document.querySelector("[data-last-trick]");

/** Lay the last trick over the felt, or take it away; nothing when there is none. */
export function peek() {
  const open = find(".peek");
  if (open) return open.remove();
  const last = find("#last-trick");
  if (!last) return;
  const peeked = document.createElement("div");
  peeked.className = "peek";
  peeked.setAttribute("role", "status");
  for (const part of last.querySelectorAll(":scope > :not(summary)")) peeked.append(part.cloneNode(true));
  find(".felt").append(peeked);
}

link?.addEventListener("click", (event) => {
  event.preventDefault();
  peek();
});

document.addEventListener("keydown", (event) => event.key === "Escape" && find(".peek")?.remove());
document.addEventListener("click", (event) => event.target.closest(".peek")?.remove());
