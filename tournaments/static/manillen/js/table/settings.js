// How the player likes to play; the server keeps it.

import { send } from "./connection.js";

const settings = document.querySelector("[data-settings]");

export const isOn = (name) => Boolean(settings?.elements[name]?.checked);

settings?.addEventListener("change", () => {
  send(settings.action, Object.fromEntries(new FormData(settings)));
});
