// The page that stands in while there is no connection. Without it the site works all the same.
navigator.serviceWorker?.register("/worker.js").catch(() => {});
