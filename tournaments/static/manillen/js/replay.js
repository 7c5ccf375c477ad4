// Stepping through a deal without loading the page again: the server's page of the next moment replaces this one's part.

import { isTaken } from "./compare.js";

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  ArrowUp: "back-trick",
  ArrowDown: "on-trick",
  Home: "first",
  End: "last",
};

let asked = 0;

async function show(address, remember) {
  const turn = ++asked;
  let page;
  try {
    const response = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
    if (!response.ok) throw new Error(String(response.status));
    page = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    location.assign(address);
    return;
  }
  const next = page.getElementById("replay");
  if (turn !== asked || !next) return;
  const step = document.activeElement?.dataset?.step;
  document.getElementById("replay").replaceWith(next);
  if (step) focusStep(next, step);
  if (remember) history.pushState(null, "", address);
  speak(next);
}

/** Keep the focus on the button that was pressed, or at the end of the deal on the one that goes the other way. */
function focusStep(part, step) {
  const same = part.querySelector(`[data-step="${step}"]`);
  const other = part.querySelector(".steps a");
  (same ?? other)?.focus({ preventScroll: true });
}

function speak(part) {
  const words = [...part.querySelectorAll("[data-telling]")].map((one) => one.textContent.trim()).filter(Boolean);
  document.getElementById("speech").textContent = [...new Set(words)].join(" ");
}

async function share(link) {
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    return;
  }
  link.textContent = link.dataset.copied;
  document.getElementById("speech").textContent = link.dataset.copied;
}

document.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.("#replay a");
  if (!link) return;
  if ("share" in link.dataset) {
    event.preventDefault();
    share(link);
  } else if (link.dataset.step || link.closest(".moments, .named")) {
    event.preventDefault();
    show(link.href, true);
  }
});

document.addEventListener("keydown", (event) => {
  const step = KEYS[event.key];
  if (!step || isTaken(event)) return;
  const link = document.querySelector(`#replay [data-step="${step}"]`);
  event.preventDefault();
  link?.click();
});

addEventListener("popstate", () => show(location.href, false));

for (const one of document.querySelectorAll(".keys")) one.hidden = false;
