// Sending an act, and sending it again when the line is lost: the server answers the same act on the same
// number twice with the same answer, so repeating is harmless.

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;
const PATIENCE = 15000;
const BACK_SHOWN = 2500;

const notice = document.getElementById("connection");

/** Post fields to an address of this page until it answers; resolves to {status, body}. */
export async function send(url, fields) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const answer = await tryOnce(url, fields);
    if (answer) {
      showLost(false);
      return answer;
    }
    showLost(true);
    await pauseOrOnline(wait);
  }
}

/** Get the standing table as HTML; null when it cannot be had now. */
export async function fetchFragment(url) {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

async function tryOnce(url, fields) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": token },
      body: new URLSearchParams(fields),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.status >= 500) return null;
    const json = (response.headers.get("Content-Type") || "").startsWith("application/json");
    if (json) return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
  // Logged out elsewhere, or no table here any more: the page itself says so.
  window.location.reload();
  return new Promise(() => {});
}

let lostNow = false;
let hiding = 0;

/** Say once that the line is lost, and for a moment that it is back. */
function showLost(lost) {
  if (lost === lostNow) return;
  lostNow = lost;
  clearTimeout(hiding);
  notice.textContent = lost ? notice.dataset.lost : notice.dataset.back;
  notice.hidden = false;
  if (!lost) hiding = setTimeout(() => (notice.hidden = true), BACK_SHOWN);
}

function pauseOrOnline(ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    window.addEventListener("online", done);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    }
  });
}
