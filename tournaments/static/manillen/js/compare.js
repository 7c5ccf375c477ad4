// Keys for the neighbouring pages: arrow left and right, and the letters j and k for who wants them.

const REMEMBERED = "manillen-letter-keys";

/** Whether a key pressed here is meant for something else: typing, choosing, scrolling a table sideways. */
export function isTaken(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return true;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest("input:not([type=checkbox]), select, textarea, [contenteditable]")) return true;
  const scroll = at.closest(".scroll");
  return Boolean(scroll && scroll.scrollWidth > scroll.clientWidth);
}

function follow(rel) {
  document.querySelector(`[data-keys] a[rel=${rel}]`)?.click();
}

function readChoice() {
  try {
    return localStorage.getItem(REMEMBERED) === "1";
  } catch {
    return false;
  }
}

function keepChoice(chosen) {
  try {
    localStorage.setItem(REMEMBERED, chosen ? "1" : "0");
  } catch {
    // A browser that keeps nothing still has the arrows.
  }
}

const box = document.querySelector("[data-letters]");
if (box) {
  box.checked = readChoice();
  box.addEventListener("change", () => keepChoice(box.checked));
  box.closest(".keys").hidden = false;
  document.addEventListener("keydown", (event) => {
    if (isTaken(event)) return;
    if (event.key === "ArrowLeft" || (box.checked && event.key === "k")) follow("prev");
    else if (event.key === "ArrowRight" || (box.checked && event.key === "j")) follow("next");
  });
}
