// What a page does beyond being read: it loads itself again while its run goes on, keeping the place
// and the tables that are open, unless the reader says no; and it opens all tables for paper.
(() => {
  const tables = [...document.querySelectorAll("details")];
  const key = "hone " + location.pathname;
  const kept = (() => { try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; } })();
  const keep = (state) => { try { sessionStorage.setItem(key, JSON.stringify(state)); } catch { /* no storage: nothing is kept */ } };

  const refresh = Number(document.documentElement.dataset.refresh);
  const button = document.getElementById("refresh");
  if (refresh && button) {
    let going = !(kept && kept.paused);
    const show = () => { button.textContent = going ? `Reloads every ${refresh} s: pause` : "Paused: go on reloading"; };
    const remember = () => keep({ paused: !going, open: tables.map((t) => t.open) });
    button.hidden = false;
    button.onclick = () => { going = !going; remember(); show(); };
    setInterval(() => { if (going) { remember(); location.reload(); } }, 1000 * refresh);
    if (kept && kept.open) kept.open.forEach((open, i) => { if (tables[i]) tables[i].open = open; });
    show();
  }

  let opened = [];
  addEventListener("beforeprint", () => { opened = tables.filter((t) => !t.open); opened.forEach((t) => { t.open = true; }); });
  addEventListener("afterprint", () => opened.forEach((t) => { t.open = false; }));
})();
