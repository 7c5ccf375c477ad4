// Moving cards. Nothing here knows the rules; with reduced motion cards appear where they belong.

import { atPace } from "./settings.js";

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const FLIGHT = 260;
const SWEEP = 320;
/** From where each seat's card comes, and where a trick goes, in card widths. */
const DIRECTIONS = { N: [0, -1.3], E: [1.3, 0], S: [0, 1.3], W: [-1.3, 0] };

let release = null;

/** Wait so many milliseconds, or until the reader hurries; for ever when `ms` is null. */
export function pause(ms) {
  return new Promise((resolve) => {
    const timer = ms === null ? null : setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      if (release === done) release = null;
      resolve();
    }
    release = done;
  });
}

/** End the wait that is running, if any. */
export function hurry() {
  if (release) release();
}

/** Let an element arrive from a rectangle on the screen. */
export function flyFrom(element, from) {
  const to = element.getBoundingClientRect();
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  return animate(element, [{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], FLIGHT);
}

/** Let a card arrive from the side of its seat. */
export function arrive(element, seat) {
  const [x, y] = shift(element, seat);
  return animate(element, [{ transform: `translate(${x}px, ${y}px)`, opacity: 0.2 }, { transform: "none", opacity: 1 }], FLIGHT);
}

/** Let cards leave together towards the side of the winner. */
export function sweep(elements, seat) {
  const flights = elements.map((element) => {
    const [x, y] = shift(element, seat);
    return animate(element, [{ transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(0.6)`, opacity: 0 }], SWEEP);
  });
  return Promise.all(flights);
}

function shift(element, seat) {
  const width = element.getBoundingClientRect().width;
  return DIRECTIONS[seat].map((part) => part * width);
}

async function animate(element, frames, duration) {
  if (still.matches || !element.animate) return;
  try {
    await element.animate(frames, { duration: Math.min(atPace(duration), duration), easing: "ease-out", fill: "none" }).finished;
  } catch {
    // The element was taken from the page in mid-flight: nothing left to wait for.
  }
}
