// Announcement, commitment and deals of a proof, recomputed here: a second implementation, apart from the engine's, by
// the description in docs/fairness.md. It knows no rules of play; `python -m engine verify` checks all the rest.

const FORMAT = "manillen proof 1";
const SUITS = "SHDC";
const RANKS = "789JQKAT";
const SEATS = "NESW";
const SYSTEMS = {
  site: { packets: [3, 2, 3], step: 1, turned: false },
  whisthub: { packets: [3, 3, 2], step: 1, turned: false },
  malilla: { packets: [3, 2, 3], step: 3, turned: true },
  manillen61: { packets: [4, 4], step: 3, turned: false },
  manilj: { packets: [3, 2, 3], step: 1, turned: false },
};
const ANNOUNCED = {
  boards: Number.isSafeInteger,
  bots: isText,
  capacity: Number.isSafeInteger,
  first_dealer: (value) => isText(value) && value.length === 1 && SEATS.includes(value),
  id: isText,
  ingredient: (value) => value === null || isText(value),
  options: (value) => isObject(value) && Object.values(value).every(Number.isSafeInteger),
  rules: (value) => isText(value) && Object.hasOwn(SYSTEMS, value),
  title: isText,
};

/** What does not hold: the `part` of the proof, and the board if it is one. */
export class Fault extends Error {
  constructor(part, board = null) {
    super(board === null ? part : `${part}, board ${board}`);
    this.part = part;
    this.board = board;
  }
}

/** Whether this browser can compute it at all: it refuses to on a page that did not come over https. */
export const isAble = () => globalThis.crypto?.subtle !== undefined;

/**
 * Recompute the commitment and every deal of a proof, given as text. `seal` is the commitment that was seen elsewhere,
 * which must be this one. Tells `show` after each board how many of how many are done. Resolves to the title and the boards `{board, dealer, hands, turned}`, hands as lists of cards in the order
 * N E S W; rejects with a `Fault` for the first thing that does not hold.
 */
export async function recompute(text, { seal, show = () => {} } = {}) {
  const proof = read(text, "unreadable");
  if (proof.format !== FORMAT || !isText(proof.announcement) || !Array.isArray(proof.deals)) throw new Fault("unreadable");
  const announced = readAnnouncement(proof.announcement);
  const announcement = new TextEncoder().encode(proof.announcement);
  const secret = readSecret(proof.secret);
  const commitment = toHex(await digest(join(announcement, [0], secret)));
  if (commitment !== proof.commitment || commitment !== (seal ?? commitment)) throw new Fault("commitment");
  const value = readIngredient(proof.ingredient, announced.ingredient);
  const awaited = announced.ingredient !== null && value === null;
  const count = awaited ? 0 : announced.boards;
  if (proof.deals.length !== count) throw new Fault("deals");
  const master = await readKey(secret);
  const mixed = join(await digest(announcement), value === null ? [] : await digest(new TextEncoder().encode(value)));
  const boards = [];
  for (let number = 1; number <= count; number += 1) {
    const key = await sign(master, join(new TextEncoder().encode("manillen/1 deal"), [0], mixed, toBytes(number)));
    const board = deal(await shuffle(key), number, announced);
    const stated = proof.deals[number - 1];
    const same = ["board", "dealer", "deal", "turned"].every((name) => stated?.[name] === board[name]);
    if (!same) throw new Fault("deals", number);
    boards.push(board);
    show(number, count);
  }
  return { title: announced.title, boards };
}

function isText(value) {
  return typeof value === "string";
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function read(text, part) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Fault(part);
  }
  if (!isObject(value)) throw new Fault(part);
  return value;
}

function readAnnouncement(text) {
  const fields = read(text, "announcement");
  const names = Object.keys(ANNOUNCED);
  const whole = Object.keys(fields).length === names.length && names.every((name) => Object.hasOwn(fields, name));
  const sound = whole && names.every((name) => ANNOUNCED[name](fields[name]));
  if (!sound || fields.boards < 1 || fields.capacity < 1 || write(fields) !== text) throw new Fault("announcement");
  return fields;
}

// Canonical JSON: sorted names, no spaces.
function write(value) {
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${write(value[name])}`).join(",")}}`;
}

function readSecret(text) {
  if (!isText(text) || !/^[0-9a-f]{64}$/.test(text)) throw new Fault("secret");
  return Uint8Array.from(text.match(/../g), (pair) => Number.parseInt(pair, 16));
}

function readIngredient(value, described) {
  if (value !== null && (!isText(value) || value === "" || described === null)) throw new Fault("ingredient");
  return value;
}

function join(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function toBytes(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function digest(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function readKey(bytes) {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function sign(key, bytes) {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
}

async function* stream(bytes) {
  const key = await readKey(bytes);
  for (let n = 0; ; n += 1) yield* await sign(key, toBytes(n));
}

// Fisher-Yates from the last place down; a byte that would favour low numbers is refused.
async function shuffle(key) {
  const deck = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => suit + rank));
  const bytes = stream(key);
  for (let i = 31; i > 0; i -= 1) {
    const limit = 256 - (256 % (i + 1));
    let byte;
    do byte = (await bytes.next()).value;
    while (byte >= limit);
    const j = byte % (i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

function deal(deck, number, announced) {
  const { packets, step, turned } = findSystem(announced);
  const dealer = (SEATS.indexOf(announced.first_dealer) + (number - 1) * step) % 4;
  const hands = [[], [], [], []];
  let seat = dealer;
  let dealt = 0;
  for (const packet of packets) {
    for (let place = 0; place < 4; place += 1) {
      seat = (seat + step) % 4;
      hands[seat].push(...deck.slice(dealt, dealt + packet));
      dealt += packet;
    }
  }
  const sorted = hands.map(sort);
  return {
    board: number,
    dealer: SEATS[dealer],
    deal: `N:${sorted.map(nameHand).join(" ")}`,
    turned: turned ? deck[31] : null,
    hands: sorted,
  };
}

function findSystem(announced) {
  const system = SYSTEMS[announced.rules];
  const { packing, turned_trump: turned } = announced.options;
  return {
    packets: packing === undefined ? system.packets : [...String(packing)].map(Number),
    step: system.step,
    turned: turned === undefined ? system.turned : turned === 1,
  };
}

// Spades, hearts, diamonds, clubs, each from high to low.
function sort(hand) {
  const place = (card) => 8 * SUITS.indexOf(card[0]) - RANKS.indexOf(card[1]);
  return [...hand].sort((one, other) => place(one) - place(other));
}

function nameHand(hand) {
  return [...SUITS].map((suit) => hand.filter((card) => card[0] === suit).map((card) => card[1]).join("")).join(".");
}
