// What a screen reader tells: one polite region, to which each sentence is added once.

const KEPT_SENTENCES = 8;

const speech = document.getElementById("speech");

export function say(text) {
  if (!text) return;
  const line = document.createElement("p");
  line.textContent = text;
  speech.append(line);
  while (speech.children.length > KEPT_SENTENCES) speech.firstElementChild.remove();
}
