// Choosing a card: which one is lifted, and how the keys move over the hand or the choices of trump.

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Lift this card and no other; playing it takes another tap, or Enter. */
export function choose(button) {
  clearChoice(button.closest(".hand"));
  button.classList.add("chosen");
  button.focus({ preventScroll: true });
}

export function clearChoice(within) {
  for (const one of within.querySelectorAll(".chosen")) one.classList.remove("chosen");
}

export function isChosen(button) {
  return button.classList.contains("chosen");
}

/** Choose by arrow, Home, End or number; says whether the key was meant for it. */
export function chooseByKey(key, hand, choices) {
  const place = choices || hand;
  const buttons = place ? [...place.querySelectorAll("button")] : [];
  if (!buttons.length) return false;
  const next = findNext(key, buttons);
  if (!next) return false;
  if (choices) next.focus();
  else choose(next);
  return true;
}

function findNext(key, buttons) {
  if (/^[1-9]$/.test(key)) return buttons[Number(key) - 1];
  if (key === "Home") return buttons[0];
  if (key === "End") return buttons.at(-1);
  if (!(key in STEPS)) return null;
  const at = buttons.indexOf(document.activeElement);
  if (at < 0) return STEPS[key] > 0 ? buttons[0] : buttons.at(-1);
  return buttons[(at + STEPS[key] + buttons.length) % buttons.length];
}
