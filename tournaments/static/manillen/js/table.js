// The table of one player. The server draws every standing table; this script shows what happened in between,
// one card at a time, and then puts the server's drawing in its place. It knows no rules.

import { isBusy, isFresh, setBusy } from "./table/busy.js";
import { fetchFragment, send } from "./table/connection.js";
import { chooseByKey, clearChoice, isChosen, choose } from "./table/hand.js";
import { flyFrom, hurry, pause } from "./table/motion.js";
import { peek } from "./table/peek.js";
import { markSeen } from "./table/seen.js";
import { isOn } from "./table/settings.js";
import { showSteps } from "./table/showing.js";
import { sound } from "./table/sound.js";
import { say } from "./table/speech.js";
import { closeTour } from "./table/tour.js";
import { find, focusHand, holder, refuse, showRemark, slotOf, swap, table } from "./table/standing.js";

async function act(button) {
  const { ply } = table().dataset;
  closeTour();
  const isCard = button.matches(".hand-card");
  setBusy(true);
  showRemark("");
  if (isCard) sound("card");
  const flight = isCard ? playFromHand(button) : Promise.resolve();
  const answer = await send(holder.dataset.act, { ply, act: button.value });
  await flight;
  await settle(answer);
}

async function advance() {
  setBusy(true);
  await settle(await send(holder.dataset.advance, {}));
}

async function settle({ status, body }) {
  if (status === 200) {
    const keep = await showSteps(body.steps, body.html);
    const stands = find("#prompt");
    say(stands?.textContent || find("h2")?.textContent);
    markSeen();
    setBusy(false);
    if (table().dataset.toAct === "S") sound("turn");
    if (keep && document.activeElement === document.body) focusHand();
    if (table().dataset.state === "waiting") await retryLater();
    return;
  }
  if (body.html) {
    swap(body.html);
    setBusy(false);
    focusHand();
  } else {
    window.location.reload();
  }
}

async function retryLater() {
  await pause(2000);
  if (!isBusy()) await advance();
}

function playFromHand(button) {
  const slot = slotOf("S");
  const card = button.querySelector(".card");
  if (!slot || !card) return Promise.resolve();
  const from = card.getBoundingClientRect();
  const copy = card.cloneNode(true);
  slot.replaceChildren(copy);
  button.classList.add("gone");
  return flyFrom(copy, from);
}

/** Ask what the bot would play: the server tells it, and draws the table with it. */
async function askHint(form) {
  setBusy(true);
  const { body } = await send(form.action, Object.fromEntries(new FormData(form)));
  swap(body.html);
  setBusy(false);
  say(body.advice);
}

async function refresh() {
  if (isBusy() || document.hidden) return;
  const before = table().dataset;
  const html = await fetchFragment(`${holder.dataset.fragment}?seen=${before.ply}`);
  if (html === null || isBusy()) return;
  const drawn = document.createElement("template");
  drawn.innerHTML = html;
  const after = drawn.content.firstElementChild?.dataset;
  if (!after || (after.ply === before.ply && after.state === before.state)) return;
  const lost = swap(html);
  for (const missed of table().querySelectorAll("#missed li, #prompt")) say(missed.textContent);
  if (lost) focusHand();
}

holder.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.target.matches("[data-hint]")) {
    event.preventDefault();
    if (!isBusy()) askHint(event.target);
    return;
  }
  if (!button || !(event.target.matches("[data-hand], [data-choices], [data-advance-form]"))) return;
  event.preventDefault();
  if (isBusy()) return;
  if (event.target.matches("[data-advance-form]")) {
    advance();
  } else if (button.dataset.why) {
    clearChoice(holder);
    refuse(button);
  } else if (button.matches(".hand-card") && isOn("two_tap") && !isChosen(button)) {
    showRemark("");
    choose(button);
  } else {
    act(button);
  }
});

holder.addEventListener("click", (event) => {
  if (isBusy() && event.target.closest(".felt")) hurry();
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea, select")) return;
  const presses = event.key === "Enter" || event.key === " ";
  if (presses && event.target.matches("summary, a, label")) return;
  if (presses && (isBusy() || isFresh())) {
    event.preventDefault();
    if (!event.repeat) hurry();
  }
  if (isBusy()) return;
  if (event.key.toLowerCase() === "l") {
    peek();
  } else if (chooseByKey(event.key, find(".hand"), find(".choices"))) {
    event.preventDefault();
  }
});

document.addEventListener("visibilitychange", refresh);
window.addEventListener("online", refresh);
window.addEventListener("pageshow", (event) => event.persisted && refresh());

if (table().dataset.state === "waiting") advance();
