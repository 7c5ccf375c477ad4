// Whether something is being shown or sent: no other card can be played meanwhile.

import { find, holder } from "./standing.js";

/** Enter pressed to hurry the last card must not play the next one. */
const GUARD = 350;

let busy = false;
let settledAt = -Infinity;

export const isBusy = () => busy;
/** Whether a press of a key may still be meant for what has just been shown. */
export const isFresh = () => performance.now() - settledAt < GUARD;

export function setBusy(now) {
  if (busy && !now) settledAt = performance.now();
  busy = now;
  holder.toggleAttribute("data-busy", now);
  const prompt = find("#prompt");
  if (now && prompt) prompt.textContent = prompt.dataset.busy;
}
