"use strict";
(() => {
  const words = new Intl.Collator("en", { numeric: true });
  const value = (cell) => (cell.dataset.value === undefined ? null : Number(cell.dataset.value));
  const orders = { none: "ascending", ascending: "descending", descending: "none" };

  const compare = (at, falling) => (a, b) => {
    const [x, y] = [a.cells[at], b.cells[at]];
    const empty = (x.dataset.empty !== undefined) - (y.dataset.empty !== undefined);
    if (empty !== 0) return empty;
    const numbers = [value(x), value(y)];
    const order = numbers.includes(null)
      ? words.compare(x.textContent.trim(), y.textContent.trim())
      : numbers[0] - numbers[1];
    return falling ? -order : order;
  };

  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0];
    const written = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      const name = head.querySelector(".head");
      button.textContent = name.textContent;
      /* On paper a button is in the first of the repeated headers only: there the name stays. */
      name.after(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const order = orders[head.getAttribute("aria-sort")];
        for (const other of heads) other.setAttribute("aria-sort", "none");
        head.setAttribute("aria-sort", order);
        const rows = [...written];
        if (order !== "none") rows.sort(compare(at, order === "descending"));
        body.append(...rows);
      });
    });
  }

  const tip = document.getElementById("tip");
  if (!tip.showPopover) return;
  let pinned = false;
  tip.addEventListener("toggle", (event) => {
    if (event.newState === "closed") pinned = false;
  });
  const show = (link) => {
    const told = link.dataset.words.split(" ").map((word) => {
      const entry = document.getElementById(`w${word}`).cloneNode(true);
      entry.removeAttribute("id");
      return entry;
    });
    tip.replaceChildren(...told);
    if (!tip.matches(":popover-open")) tip.showPopover();
    const [at, own] = [link.getBoundingClientRect(), tip.getBoundingClientRect()];
    const left = Math.min(at.left, document.documentElement.clientWidth - own.width - 8);
    const above = at.bottom + own.height + 8 > window.innerHeight && at.top > own.height + 8;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${above ? at.top - own.height - 6 : at.bottom + 6}px`;
  };
  const hide = () => tip.matches(":popover-open") && tip.hidePopover();
  addEventListener("scroll", hide, { capture: true, passive: true });
  for (const link of document.querySelectorAll("a[data-words]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(link);
      pinned = true;
    });
    link.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse" && !pinned) show(link);
    });
    link.addEventListener("pointerleave", () => {
      if (!pinned) hide();
    });
  }
})();
