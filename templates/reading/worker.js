{% load static %}// Keeps one page for when there is no connection, with what it is drawn with. Nothing else is ever kept:
// no table, no list, nothing of a person.
const KEPT = "offline-3";
const PAGE = "{% url 'tournaments:offline' %}";
const PARTS = [PAGE, "{% static 'manillen/css/base.css' %}", "{% static 'manillen/css/frame.css' %}", "{% static 'manillen/css/controls.css' %}", "{% static 'manillen/icon.svg' %}"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(PARTS.map((part) => new Request(part, { cache: "reload", credentials: "omit" })))));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const part = PARTS.includes(new URL(request.url).pathname);
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => caches.match(PAGE, { ignoreSearch: true })));
  } else if (part && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
  }
});
