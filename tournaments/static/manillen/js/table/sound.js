// Soft sounds, made here and not fetched; off until the player wants them.

import { isOn } from "./settings.js";

/** Each sound as tones: when it begins, how long it rings (seconds), its pitch (hertz), how loud. */
const SOUNDS = {
  card: [[0, 0.05, 190, 0.2], [0.005, 0.03, 420, 0.08]],
  take: [[0, 0.09, 260, 0.14], [0.08, 0.14, 390, 0.12]],
  turn: [[0, 0.3, 659, 0.07], [0.12, 0.4, 880, 0.06]],
};

let speaker = null;

/** Play a sound by its name, if the player has sound on; a browser that refuses stays silent. */
export function sound(name) {
  if (!isOn("sound") || !("AudioContext" in window)) return;
  speaker ??= new AudioContext();
  speaker.resume();
  for (const tone of SOUNDS[name]) ring(speaker, ...tone);
}

function ring(context, after, length, pitch, loudness) {
  const begin = context.currentTime + after;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
