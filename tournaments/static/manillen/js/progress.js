// While an analysis runs, its part of the page is fetched again now and then, until it is whole.

const PAUSE = 4000;
const MOST = 150;
let asked = 0;

async function refresh() {
  if (document.hidden) return plan();
  try {
    const response = await fetch(location.href);
    if (!response.ok) return plan();
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const next = page.getElementById("analysis");
    if (!next) return undefined;
    document.getElementById("analysis").replaceWith(next);
    return "progress" in next.dataset ? plan() : undefined;
  } catch {
    return plan();
  }
}

function plan() {
  asked += 1;
  if (asked <= MOST) setTimeout(refresh, PAUSE);
}

plan();
