// A passkey that was not read, or a window that was closed, is told in words instead of in the console.

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  for (const note of document.querySelectorAll("[data-passkey-fault]")) {
    note.hidden = false;
    note.scrollIntoView({ block: "nearest" });
  }
});
