// What would come of a form, asked again whenever it changes; its button does the same without script.

const form = document.querySelector("[data-preview]");
const place = document.querySelector("#preview");
let newest = 0;

async function show() {
  const number = ++newest;
  try {
    const answer = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form) });
    const html = await answer.text();
    if (answer.ok && !answer.redirected && number === newest) place.innerHTML = html;
  } catch {
    // Without an answer the last preview stays; saving says what is wrong.
  }
}

form.addEventListener("change", show);
