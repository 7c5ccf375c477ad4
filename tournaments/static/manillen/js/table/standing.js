// The standing table on the page: finding its parts, and putting the server's new drawing in its place.

export const holder = document.getElementById("table-holder");

export const table = () => document.getElementById("table");
export const find = (selector) => table().querySelector(selector);
export const slotOf = (seat) => find(`.felt .slot.${seat}`);

/** Put the server's drawing of the table in place of the present one; open details are kept, and the focus where it can be. Says whether the focus was on what has gone. */
export function swap(html) {
  const open = [...table().querySelectorAll("details[open]")].map((one) => one.id);
  const focused = holder.contains(document.activeElement) ? document.activeElement : null;
  const box = focused?.closest("details, .sheet")?.id;
  holder.innerHTML = html;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (!box) return Boolean(focused);
  const kept = document.getElementById(box);
  (kept?.querySelector("summary") ?? kept)?.focus({ preventScroll: true });
  return !kept;
}

export function focusHand() {
  const target = find(".choices button") || find(".hand button.hand-card:not([aria-disabled])") || find(".hand button, .state-ready button");
  target?.focus({ preventScroll: true });
}

export function setActing(seat) {
  for (const one of table().querySelectorAll(".seat")) one.classList.toggle("to-act", one.classList.contains(`seat-${seat}`));
}

export function showRemark(text) {
  const remark = find("#remark");
  if (remark) remark.textContent = text;
}

/** Say why the card of this button may not be played, in the server's sentence, and shake it. */
export async function refuse(button) {
  showRemark("");
  // A new task, so that the same sentence twice is told twice.
  await new Promise(requestAnimationFrame);
  showRemark(button.dataset.why);
  button.classList.remove("shaken");
  void button.offsetWidth;
  button.classList.add("shaken");
}

export function backOf() {
  return document.getElementById("card-back").content.firstElementChild.cloneNode(true);
}
