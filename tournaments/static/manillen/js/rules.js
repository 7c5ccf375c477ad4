// The rules of a tournament as they are chosen: the server draws what goes with them. Its buttons do the same without script.

const PRESET = "voorkeuze";
const form = document.querySelector("form:has([data-rules])");
let newest = 0;

const read = () => new URLSearchParams(new FormData(form)).toString();

async function redraw(preset) {
  const number = ++newest;
  const part = form.querySelector("[data-rules]");
  const body = new FormData(form);
  const sent = read();
  if (preset) body.append(PRESET, preset);
  try {
    const answer = await fetch(part.dataset.rules, { method: "POST", body });
    const html = await answer.text();
    if (!answer.ok || answer.redirected || number !== newest) return;
    if (!preset && read() !== sent) {
      // Something was typed meanwhile: it must not be drawn over.
      redraw();
      return;
    }
    const focused = preset ? `[name=${PRESET}][value="${preset}"]` : document.activeElement?.id && `#${document.activeElement.id}`;
    part.outerHTML = html;
    if (focused) form.querySelector(focused)?.focus({ preventScroll: true });
    form.dispatchEvent(new Event("change"));
  } catch {
    // Without an answer the choices stay as they were; saving says what does not go together.
  }
}

form.addEventListener("change", (event) => {
  if (event.target !== form && event.target.closest("[data-rules]")) redraw();
});

form.addEventListener("click", (event) => {
  const button = event.target.closest(`[name=${PRESET}]`);
  if (!button) return;
  event.preventDefault();
  redraw(button.value);
});
