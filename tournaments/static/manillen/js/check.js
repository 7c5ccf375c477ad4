// The button that has the browser recompute a tournament's deals, and draws them. Its words stand on the page.

import { isAble, recompute } from "./proof.js";

const panel = document.querySelector("[data-proof]");
const button = panel.querySelector("button");
const bar = panel.querySelector("progress");
const outcome = panel.querySelector("[data-outcome]");
const holder = panel.querySelector("[data-boards]");
const pack = document.querySelector("#pack").content;
const pattern = document.querySelector("#board").content;

function say(name, board) {
  const words = panel.querySelector(`[data-says="${name}"]`).content.cloneNode(true);
  for (const place of words.querySelectorAll("[data-fault]")) place.textContent = board;
  outcome.replaceChildren(words);
}

function fillHands(box, board) {
  for (const [place, seat] of [...box.querySelectorAll("[data-hand]")].entries()) {
    const cards = board.hands[place].map((card) => pack.querySelector(`[data-card="${card}"]`));
    seat.setAttribute("aria-label", cards.map((card) => card.dataset.words).join(", "));
    seat.replaceChildren(...cards.map((card) => card.firstElementChild.cloneNode(true)));
  }
}

// The cards of a board are drawn when it is opened: forty boards at once are many pictures.
function addBoard(board) {
  const box = pattern.cloneNode(true).firstElementChild;
  box.querySelector("[data-number]").textContent = board.board;
  for (const mark of box.querySelectorAll("[data-dealer]")) mark.hidden = mark.dataset.dealer !== board.dealer;
  box.addEventListener("toggle", () => box.open && fillHands(box, board), { once: true });
  holder.append(box);
  return box;
}

async function fetchProof() {
  const answer = await fetch(panel.dataset.proof);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.text();
}

async function check() {
  button.disabled = true;
  holder.replaceChildren();
  outcome.replaceChildren();
  bar.hidden = false;
  bar.removeAttribute("value");
  try {
    const text = await fetchProof();
    const { boards } = await recompute(text, {
      seal: panel.dataset.seal,
      show: (done, of) => Object.assign(bar, { max: of, value: done }),
    });
    const boxes = boards.map(addBoard);
    if (boxes.length) boxes[0].open = true;
    say(boxes.length ? "holds" : "holds-no-cards");
  } catch (fault) {
    const words = panel.querySelector(`[data-says="${fault.part}"]`) ? fault.part : "unanswered";
    say(words === "deals" && fault.board ? "board" : words, fault.board);
  }
  bar.hidden = true;
  button.disabled = false;
}

if (isAble()) {
  button.hidden = false;
  button.addEventListener("click", check);
  // Who came by the button on the page of the tournament has pressed it already.
  if (location.hash === "#controle") check();
} else {
  say("unable");
}
