// What happened since the player's act, step by step as the server tells it, one card at a time.

import { setBusy } from "./busy.js";
import { arrive, pause, sweep } from "./motion.js";
import { atPace, isOn } from "./settings.js";
import { sound } from "./sound.js";
import { say } from "./speech.js";
import { backOf, find, holder, setActing, slotOf, swap, table } from "./standing.js";

/** Milliseconds at the normal pace, and the least at the fastest: between cards, a whole trick, the end of a deal. */
const PACE = 620;
const LIE = 1500;
const LEAST_LIE = 400;
const DEAL_END = 6000;
const LEAST_DEAL_END = 1500;

/** Show the steps of an answer one by one, and put its drawing of the table in place; says whether the focus was on a card. */
export async function showSteps(steps, html) {
  const focused = document.activeElement;
  const had = holder.contains(focused) && !focused.closest("details, .sheet");
  const at = steps.findIndex((step) => step.do === "swap");
  for (const step of steps.slice(0, at)) await showBefore(step);
  const later = steps.slice(at + 1);
  const lost = swap(html);
  const drawn = find("#prompt")?.textContent;
  if (later.length) await showLater(later);
  const prompt = find("#prompt");
  if (prompt && drawn) prompt.textContent = drawn;
  return had || lost;
}

async function showBefore(step) {
  if (step.do === "card") {
    const slot = slotOf(step.seat);
    if (!slot) return;
    setActing(step.seat);
    if (step.seat !== "S" || !slot.querySelector(".card")) {
      if (step.seat !== "S") await pause(atPace(PACE));
      slot.innerHTML = step.html;
      takeBack(step.seat);
      say(step.say);
      sound("card");
      await arrive(slot.firstElementChild, step.seat);
    } else {
      say(step.say);
    }
  } else if (step.do === "take") {
    slotOf(step.winner)?.classList.add("winning");
    sound("take");
    await lie();
    await sweep([...table().querySelectorAll(".felt .slot .card")], step.winner);
    for (const slot of table().querySelectorAll(".felt .slot")) {
      slot.replaceChildren();
      slot.classList.remove("winning");
    }
  } else if (step.do === "deal") {
    find(".felt").insertAdjacentHTML("beforeend", step.html);
    say(step.say);
    find("[data-go-on]")?.focus({ preventScroll: true });
    await pause(isOn("run_on") ? atPace(DEAL_END, LEAST_DEAL_END) : null);
  }
}

/** One of the backs before a seat goes; the others stay where they are until the table is drawn anew. */
function takeBack(seat) {
  [...table().querySelectorAll(`.seat-${seat} .backs .card:not(.gone)`)].at(-1)?.classList.add("gone");
}

/** Let a whole trick lie until it has been seen: for a while, or until the player goes on. */
async function lie() {
  if (isOn("run_on")) return pause(atPace(LIE, LEAST_LIE));
  find(".felt").append(document.getElementById("go-on").content.cloneNode(true));
  const button = find(".takes");
  button.focus({ preventScroll: true });
  await pause(null);
  button.remove();
}

/** Cards that lie in the new drawing already come one by one, in the order in which they were played. */
async function showLater(steps) {
  const real = table().dataset.toAct;
  const cover = coverHand(steps);
  const chip = find(".trump-chip");
  const called = (step) => find(`[data-said="${step.place}"]`);
  if (chip && steps.some((step) => step.do === "trump")) chip.classList.add("pending");
  setBusy(true);
  for (const step of steps) {
    if (step.do === "call") called(step)?.classList.add("pending");
    if (step.do !== "show") continue;
    slotOf(step.seat)?.classList.add("pending");
    if (step.seat !== "S") find(`.seat-${step.seat} .backs`)?.append(holder.ownerDocument.importNode(backOf(), true));
  }
  for (const step of steps) {
    setActing(step.seat);
    if (step.seat !== "S") await pause(atPace(PACE));
    say(step.say);
    if (step.do !== "show") {
      (step.do === "trump" ? chip : called(step))?.classList.remove("pending");
      if (step.do === "trump") cover();
      if (step.seat !== "S") await pause(atPace(PACE));
      continue;
    }
    const slot = slotOf(step.seat);
    slot?.classList.remove("pending");
    if (step.seat !== "S") {
      takeBack(step.seat);
      sound("card");
      if (slot?.firstElementChild) await arrive(slot.firstElementChild, step.seat);
    }
  }
  setActing(real);
}

/** Turn the hand face down until trump is named by the partner; returns what turns it up again. */
function coverHand(steps) {
  const named = steps.find((step) => step.do === "trump");
  const hand = find(".hand");
  if (!named || named.seat !== "N" || !("covers" in table().dataset) || !hand) return () => {};
  hand.classList.add("covered");
  for (const card of hand.querySelectorAll(".card")) card.after(backOf());
  return () => {
    hand.classList.remove("covered");
    for (const back of hand.querySelectorAll(".card.back")) back.remove();
  };
}
