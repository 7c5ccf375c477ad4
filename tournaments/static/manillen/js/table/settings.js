// How the player likes to play: applied at once, and kept by the server.

import { send } from "./connection.js";

/** By how much the pauses of each pace are longer than the normal ones. */
const PACES = { calm: 1.8, normal: 1, brisk: 0.45, at_once: 0 };
const SWITCHES = ["four_colours", "large_faces", "left_hand", "high_contrast"];
const SMALLEST = 0;
const LARGEST = 3;

const settings = document.querySelector("[data-settings]");
const sizes = document.querySelector("[data-sizes]");

export const isOn = (name) => Boolean(settings?.elements[name]?.checked);

/** A pause of so many milliseconds at the normal pace, at the player's own; never shorter than `least`. */
export const atPace = (ms, least = 0) => Math.max(ms * (PACES[settings?.elements.pace.value] ?? 1), least);

function apply() {
  const look = document.body.classList;
  for (const name of SWITCHES) look.toggle(name.replace("_", "-"), isOn(name));
  for (let size = SMALLEST; size <= LARGEST; size++) look.toggle(`size-${size}`, size === Number(settings.elements.size.value));
}

let kept = Promise.resolve();

/** One after the other, so that what was set last is what stays, whatever the line does. */
function keep() {
  apply();
  kept = kept.then(() => send(settings.action, Object.fromEntries(new FormData(settings))));
}

settings?.addEventListener("change", keep);

sizes?.addEventListener("submit", (event) => {
  event.preventDefault();
  const { size } = settings.elements;
  size.value = Math.min(Math.max(Number(size.value) + Number(event.submitter.value), SMALLEST), LARGEST);
  keep();
});

document.addEventListener("keydown", (event) => {
  const open = document.querySelector("#settings[open]");
  if (event.key !== "Escape" || !open) return;
  open.removeAttribute("open");
  open.querySelector("summary").focus();
});
