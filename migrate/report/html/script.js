"use strict";
(() => {
  const search = document.getElementById("search");
  const nothing = document.getElementById("nothing");
  const items = [...document.querySelectorAll(".item")];
  const texts = new Map(items.map((item) => [item, item.textContent.toLowerCase()]));
  const folds = [...document.querySelectorAll("details")];
  const stops = [...document.querySelectorAll(".todo > .item, .unit.item")];
  let opened = new Set();
  let printed = [];
  let current = -1;

  // What is shown: each item whose text has all words, and of nested items those around and inside of it.
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const item of items) {
      const around = item.parentElement.closest(".item");
      const has = (one) => words.every((word) => texts.get(one).includes(word));
      item.hidden = !has(item) && !(around && has(around));
      left += item.hidden ? 0 : 1;
    }
    for (const title of document.querySelectorAll("h2")) {
      const parts = behind(title);
      const own = parts.flatMap((part) => [part, ...part.querySelectorAll(".item")]).filter((one) => texts.has(one));
      const none = own.length > 0 && own.every((item) => item.hidden);
      for (const part of [title, ...parts]) if (!texts.has(part)) part.hidden = none;
    }
    nothing.hidden = left > 0;
    unfold(words);
    mark(words);
  };

  // What stands between a title and the next one.
  const behind = (title) => {
    const found = [];
    for (let part = title.nextElementSibling; part && part.tagName !== "H2"; part = part.nextElementSibling) {
      found.push(part);
    }
    return found;
  };

  // Opens the folds with a match while there is a search, and folds these again behind it.
  const unfold = (words) => {
    for (const fold of folds) {
      const text = fold.textContent.toLowerCase();
      const wanted = words.length > 0 && words.some((word) => text.includes(word)) && !fold.closest("[hidden]");
      if (wanted && !fold.open) { fold.open = true; opened.add(fold); }
      if (!wanted && opened.has(fold)) { fold.open = false; opened.delete(fold); }
    }
  };

  // Marks what was found, where the browser can do so without changing the page.
  const mark = (words) => {
    if (!("highlights" in CSS)) return;
    CSS.highlights.delete("found");
    if (!words.length) return;
    const ranges = [];
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && ranges.length < 2000; node = walker.nextNode()) {
      const text = node.data.toLowerCase();
      if (text.length !== node.data.length) continue;
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          ranges.push(range);
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  };

  const go = (by) => {
    const shown = stops.filter((stop) => !stop.hidden);
    if (!shown.length) return;
    const at = shown.indexOf(stops[current]);
    const next = shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (current >= 0) stops[current].classList.remove("current");
    current = stops.indexOf(next);
    next.classList.add("current");
    next.scrollIntoView({ block: "start" });
  };

  const toggle = (some) => {
    const open = some.some((fold) => !fold.open);
    for (const fold of some) fold.open = open;
  };

  const keys = {
    "/": () => { search.focus(); search.select(); },
    j: () => go(1),
    k: () => go(-1),
    o: () => { if (current >= 0) toggle([...stops[current].querySelectorAll("details")]); },
    e: () => toggle(folds.filter((fold) => !fold.closest("[hidden]"))),
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.activeElement === search) {
      search.value = "";
      filter();
      search.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || document.activeElement === search) return;
    const act = keys[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  search.addEventListener("input", filter);
  // A link leads to what a search has hidden, too.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const target = link && document.getElementById(link.getAttribute("href").slice(1));
    if (target && target.hidden) { search.value = ""; filter(); }
  });
  window.addEventListener("beforeprint", () => {
    printed = folds.filter((fold) => !fold.open);
    for (const fold of printed) fold.open = true;
  });
  window.addEventListener("afterprint", () => { for (const fold of printed) fold.open = false; });
})();
