// The first look round the table: a step at a time, beside the game and never over it; it comes once.

const tour = document.getElementById("tour");
const steps = tour ? [...tour.querySelectorAll("li")] : [];
let at = 0;

function show(number) {
  at = number;
  for (const [place, step] of steps.entries()) step.hidden = place !== at;
  for (const one of document.querySelectorAll(".shown")) one.classList.remove("shown");
  document.querySelector(steps[at].dataset.shows)?.classList.add("shown");
  tour.querySelector("[data-tour-next]").hidden = at === steps.length - 1;
}

/** Close it, and have the server remember that it has been seen; without the server it comes again, which does no harm. */
export function closeTour() {
  if (!tour?.isConnected) return;
  const form = tour.querySelector("form");
  fetch(tour.dataset.seen, { method: "POST", body: new FormData(form), redirect: "manual", keepalive: true }).catch(() => {});
  for (const one of document.querySelectorAll(".shown")) one.classList.remove("shown");
  const focused = tour.contains(document.activeElement);
  tour.remove();
  if (focused) (document.querySelector(".choices button, .hand button") ?? document.getElementById("content")).focus();
}

if (tour) {
  tour.classList.add("stepwise");
  show(0);
  tour.querySelector("[data-tour-next]").addEventListener("click", () => {
    show(at + 1);
    if (at === steps.length - 1) tour.querySelector("[data-tour-close]").focus();
  });
  tour.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    closeTour();
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && closeTour());
}
