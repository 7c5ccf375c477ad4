// The table of one player. The server draws every standing table; this script shows what happened in between,
// one card at a time, and then puts the server's drawing in its place. It knows no rules.

import { fetchFragment, send } from "./connection.js";
import { chooseByKey, clearChoice, isChosen, choose } from "./hand.js";
import { arrive, flyFrom, hurry, pause, sweep } from "./motion.js";

const PACE = 620;
const LIE = 1500;
const DEAL_END = 6000;
const KEPT_SENTENCES = 8;
/** Enter pressed to hurry the last card must not play the next one. */
const GUARD = 350;

const holder = document.getElementById("table-holder");
const speech = document.getElementById("speech");
const settings = document.querySelector("[data-settings]");

let busy = false;
let settledAt = 0;

const table = () => document.getElementById("table");
const find = (selector) => table().querySelector(selector);
const slotOf = (seat) => find(`.felt .slot.${seat}`);
const isOn = (name) => Boolean(settings?.elements[name]?.checked);

function say(text) {
  if (!text) return;
  const line = document.createElement("p");
  line.textContent = text;
  speech.append(line);
  while (speech.children.length > KEPT_SENTENCES) speech.firstElementChild.remove();
}

function setBusy(now) {
  if (busy && !now) settledAt = performance.now();
  busy = now;
  holder.toggleAttribute("data-busy", now);
  const prompt = find("#prompt");
  if (now && prompt) prompt.textContent = prompt.dataset.busy;
}

function setActing(seat) {
  for (const one of table().querySelectorAll(".seat")) one.classList.toggle("to-act", one.classList.contains(`seat-${seat}`));
}

/** Put the server's drawing of the table in place of the present one; open details and focus are kept. */
function swap(html) {
  const open = [...table().querySelectorAll("details[open]")].map((one) => one.id);
  const focused = holder.contains(document.activeElement);
  const hadCard = focused && document.activeElement.closest(".hand, .choices, .deal-end");
  holder.innerHTML = html;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  return Boolean(hadCard);
}

function focusHand() {
  const target = find(".choices button") || find(".hand button.hand-card:not([aria-disabled])") || find(".hand button, .state-ready button");
  target?.focus({ preventScroll: true });
}

function showRemark(text) {
  const remark = find("#remark");
  if (remark) remark.textContent = text;
}

async function refuse(button) {
  showRemark("");
  // A new task, so that the same sentence twice is told twice.
  await new Promise(requestAnimationFrame);
  showRemark(button.dataset.why);
  button.classList.remove("shaken");
  void button.offsetWidth;
  button.classList.add("shaken");
}

async function act(button) {
  const ply = table().dataset.ply;
  const isCard = button.matches(".hand-card");
  setBusy(true);
  showRemark("");
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
    setBusy(false);
    if (keep) focusHand();
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
  if (!busy) await advance();
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

async function showSteps(steps, html) {
  let keep = holder.contains(document.activeElement);
  const at = steps.findIndex((step) => step.do === "swap");
  for (const step of steps.slice(0, at)) await showBefore(step);
  const later = steps.slice(at + 1);
  keep = swap(html) || keep;
  const drawn = find("#prompt")?.textContent;
  if (later.length) await showLater(later);
  const prompt = find("#prompt");
  if (prompt && drawn) prompt.textContent = drawn;
  return keep;
}

async function showBefore(step) {
  if (step.do === "card") {
    const slot = slotOf(step.seat);
    if (!slot) return;
    setActing(step.seat);
    if (step.seat !== "S" || !slot.querySelector(".card")) {
      if (step.seat !== "S") await pause(PACE);
      slot.innerHTML = step.html;
      find(`.seat-${step.seat} .backs .card:last-child`)?.remove();
      say(step.say);
      await arrive(slot.firstElementChild, step.seat);
    } else {
      say(step.say);
    }
  } else if (step.do === "take") {
    slotOf(step.winner)?.classList.add("winning");
    say(step.say);
    await pause(isOn("run_on") ? LIE : null);
    await sweep([...table().querySelectorAll(".felt .slot .card")], step.winner);
    for (const slot of table().querySelectorAll(".felt .slot")) {
      slot.replaceChildren();
      slot.classList.remove("winning");
    }
  } else if (step.do === "deal") {
    find(".felt").insertAdjacentHTML("beforeend", step.html);
    say(step.say);
    find("[data-go-on]")?.focus({ preventScroll: true });
    await pause(isOn("run_on") ? DEAL_END : null);
  }
}

/** Cards that lie in the new drawing already come one by one, in the order in which they were played. */
async function showLater(steps) {
  const real = table().dataset.toAct;
  const cover = coverHand(steps);
  const chip = find(".trump-chip");
  if (chip && steps.some((step) => step.do === "trump")) chip.classList.add("pending");
  setBusy(true);
  for (const step of steps) {
    if (step.do !== "show") continue;
    slotOf(step.seat)?.classList.add("pending");
    if (step.seat !== "S") find(`.seat-${step.seat} .backs`)?.append(holder.ownerDocument.importNode(backOf(), true));
  }
  for (const step of steps) {
    setActing(step.seat);
    if (step.seat !== "S") await pause(PACE);
    say(step.say);
    if (step.do === "trump") {
      chip?.classList.remove("pending");
      cover();
      if (step.seat !== "S") await pause(PACE);
      continue;
    }
    const slot = slotOf(step.seat);
    slot?.classList.remove("pending");
    if (step.seat !== "S") {
      find(`.seat-${step.seat} .backs .card:last-child`)?.remove();
      if (slot?.firstElementChild) await arrive(slot.firstElementChild, step.seat);
    }
  }
  setActing(real);
}

/** Turn the hand face down until trump is named by the partner; returns what turns it up again. */
function coverHand(steps) {
  const named = steps.find((step) => step.do === "trump");
  const hand = find(".hand");
  if (!named || named.seat !== "N" || table().dataset.dealer !== "N" || !hand) return () => {};
  hand.classList.add("covered");
  for (const card of hand.querySelectorAll(".card")) card.after(backOf());
  return () => {
    hand.classList.remove("covered");
    for (const back of hand.querySelectorAll(".card.back")) back.remove();
  };
}

function backOf() {
  return document.getElementById("card-back").content.firstElementChild.cloneNode(true);
}

async function refresh() {
  if (busy || document.hidden) return;
  const before = table().dataset;
  const html = await fetchFragment(holder.dataset.fragment);
  if (html === null || busy) return;
  const drawn = document.createElement("template");
  drawn.innerHTML = html;
  const after = drawn.content.firstElementChild?.dataset;
  if (after && (after.ply !== before.ply || after.state !== before.state)) swap(html);
}

holder.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button || !(event.target.matches("[data-hand], [data-choices], [data-advance-form]"))) return;
  event.preventDefault();
  if (busy) return;
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
  if (busy && event.target.closest(".felt")) hurry();
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea, select")) return;
  const presses = event.key === "Enter" || event.key === " ";
  if (presses && event.target.matches("summary, a, label")) return;
  if (presses && (busy || performance.now() - settledAt < GUARD)) {
    event.preventDefault();
    if (!event.repeat) hurry();
  }
  if (busy) return;
  if (event.key.toLowerCase() === "l") {
    find("#last-trick")?.toggleAttribute("open");
  } else if (chooseByKey(event.key, find(".hand"), find(".choices"))) {
    event.preventDefault();
  }
});

settings?.addEventListener("change", () => {
  send(settings.action, Object.fromEntries(new FormData(settings)));
});

document.addEventListener("visibilitychange", refresh);
window.addEventListener("online", refresh);

if (table().dataset.state === "waiting") advance();
