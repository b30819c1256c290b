// What pages gain where scripts run: everything here has a form, a link or a table behind it.
"use strict";
(() => {
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // Forms that show their list as one types: the list alone is replaced, and the address follows.
  function live(form) {
    let timer;
    const show = () => {
      const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
      const address = `${form.getAttribute("action")}?${query}`;
      const target = form.dataset.live;
      return htmx.ajax("GET", address, { target, swap: "outerHTML", select: target })
        .then(() => history.replaceState(null, "", address));
    };
    form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
    if (form.dataset.on === "submit") return;
    form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 250); });
  }

  // Links whose page is shown in place: on a click, or at once what may take a second.
  function inPlace(link) {
    if (link.ariaBusy) return;
    link.ariaBusy = "true";
    const [around, part, isFocused] = [link.parentElement.parentElement, link.dataset.fetch, document.activeElement === link];
    htmx.ajax("GET", link.href, { target: link.parentElement, swap: "outerHTML", select: part })
      .then(() => { if (isFocused) focusOn(around.querySelector(part)); })
      .finally(() => { link.ariaBusy = null; });
  }
  function focusOn(part) { // it stands where the link was that had the focus
    if (!part) return;
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-fetch]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    inPlace(link);
  });

  // Keys: / goes to the search field, [ and ] to the pages before and after; Escape leaves a field
  // and closes what was unfolded.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      const unfolded = event.target.closest("details[open]");
      if (event.target.matches("input, textarea, select")) event.target.blur();
      else if (unfolded) { unfolded.open = false; unfolded.querySelector("summary").focus(); }
      return;
    }
    if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      const field = document.querySelector("[data-focus]");
      if (field) { event.preventDefault(); field.focus(); }
    }
    const rel = { "[": "prev", "]": "next" }[event.key];
    if (rel) document.querySelector(`a[rel=${rel}]`)?.click();
  });

  // Plots.
  const axis = (more) => ({ stroke: css("--soft"), grid: { stroke: css("--rule"), width: 1 }, ticks: { stroke: css("--rule") }, font: "12px sans-serif", ...more });
  async function scatter(box) {
    const agents = await (await fetch(box.dataset.from)).json();
    const colours = ["--link", "--bad", "--good", "--open"].map(css);
    const names = Object.keys(agents);
    const points = names.flatMap((name, agent) => agents[name].map(([x, y, id]) => ({ x, y, id, agent }))).sort((a, b) => a.x - b.x);
    const series = names.map((_, agent) => points.map((point) => (point.agent === agent ? point.y : null)));
    let at = null;
    const plot = new uPlot({
      width: box.clientWidth, height: 300, legend: { show: true },
      scales: { x: { time: false }, y: { range: [-0.04, 1.04] } },
      axes: [axis({ label: "least tokens" }), axis({ label: "pass rate" })],
      series: [{ label: "tokens" }, ...names.map((label, agent) => ({ label, stroke: colours[agent % 4], paths: () => null, points: { show: true, size: 5, fill: colours[agent % 4] } }))],
      cursor: { focus: { prox: 30 } },
      hooks: { setCursor: [(u) => { at = u.cursor.idx; }] },
    }, [points.map((point) => point.x), ...series], box);
    const open = (index) => { if (index !== null) location.href = `/task/${points[index].id}`; };
    plot.over.addEventListener("click", () => open(at));
    let chosen = null; // by keys; `at` is by place, and points share places
    box.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) {
        chosen = chosen === null ? 0 : Math.min(points.length - 1, Math.max(0, chosen + step));
        const { x, y, id } = points[chosen];
        plot.setCursor({ left: plot.valToPos(x, "x"), top: plot.valToPos(y, "y") });
        box.setAttribute("aria-label", `Task ${id}: ${x} tokens, pass rate ${y}`);
        event.preventDefault();
      } else if (event.key === "Enter") open(chosen);
    });
    addEventListener("resize", () => plot.setSize({ width: box.clientWidth, height: 300 }));
  }
  const wholes = (most, step) => Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
  function steps(box) {
    const [calls, coverage] = JSON.parse(box.dataset.values);
    if (calls.length < 2) return;
    const plot = new uPlot({
      width: box.clientWidth, height: 130, legend: { show: false },
      scales: { x: { time: false }, y: { range: [0, 1.04] } },
      axes: [axis({ size: 28, splits: (_, __, ___, most, step) => wholes(most, Math.max(1, Math.ceil(step))) }), axis({ size: 44, splits: [0, 0.5, 1] })],
      series: [{}, { stroke: css("--link"), width: 2, fill: `${css("--link")}22`, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } }],
      cursor: { show: false },
    }, [calls, coverage], box);
    addEventListener("resize", () => plot.setSize({ width: box.clientWidth, height: 130 }));
  }

  // The schema: dagre lays the tables out where there is room; else they stay one under another.
  function graph(box) {
    const nodes = all(".node", box);
    if (innerWidth < 800 || nodes.length < 2) return;
    box.classList.add("laid");
    const layout = new dagre.graphlib.Graph().setGraph({ rankdir: "LR", nodesep: 18, ranksep: 46 }).setDefaultEdgeLabel(() => ({}));
    for (const node of nodes) layout.setNode(node.dataset.table, { width: node.offsetWidth, height: node.offsetHeight });
    for (const node of nodes) {
      for (const target of node.dataset.targets.split(" ")) {
        if (target && target !== node.dataset.table && layout.hasNode(target)) layout.setEdge(target, node.dataset.table);
      }
    }
    dagre.layout(layout);
    // edges may run outside of the nodes: the picture holds both
    const placed = nodes.map((node) => [node, layout.node(node.dataset.table)]);
    const edges = layout.edges().map((edge) => [edge, layout.edge(edge).points]);
    const xs = [...placed.flatMap(([, at]) => [at.x - at.width / 2, at.x + at.width / 2]), ...edges.flatMap(([, points]) => points.map((point) => point.x))];
    const ys = [...placed.flatMap(([, at]) => [at.y - at.height / 2, at.y + at.height / 2]), ...edges.flatMap(([, points]) => points.map((point) => point.y))];
    const [left, top] = [Math.min(...xs) - 14, Math.min(...ys) - 14];
    const element = (name, attributes) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      return made;
    };
    const svg = element("svg", { class: "edges", width: Math.max(...xs) - left + 14, height: Math.max(...ys) - top + 14, "aria-hidden": "true" });
    for (const [edge, points] of edges) {
      const at = points.map((point) => [point.x - left, point.y - top]);
      const middles = at.slice(1, -1).map((point, index) => `Q${point} ${point.map((value, axis) => (value + at[index + 2][axis]) / 2)}`);
      const path = element("path", { d: `M${at[0]}${middles.join("")}L${at.at(-1)}` });
      path.dataset.ends = `${edge.v} ${edge.w}`;
      svg.append(path);
    }
    box.prepend(svg);
    for (const [node, { x, y, width, height }] of placed) {
      node.style.left = `${x - width / 2 - left}px`;
      node.style.top = `${y - height / 2 - top}px`;
      const near = (on) => all("path", svg).forEach((path) => path.classList.toggle("near", on && path.dataset.ends.split(" ").includes(node.dataset.table)));
      node.addEventListener("pointerenter", () => near(true));
      node.addEventListener("pointerleave", () => near(false));
    }
  }
  function derivations(box) {
    const of = (needs) => needs.split(" ").filter(Boolean).flatMap((need) => all(`[data-column="${need}"]`, box));
    for (const item of all("[data-needs]", box)) {
      const light = (on) => { item.classList.toggle("needs", on); of(item.dataset.needs).forEach((other) => other.classList.toggle("needed", on)); };
      for (const name of ["pointerenter", "focus"]) item.addEventListener(name, () => light(true));
      for (const name of ["pointerleave", "blur"]) item.addEventListener(name, () => light(false));
    }
  }

  // A text that is being written is kept over the calls that are made meanwhile.
  function keep(field) {
    const kept = sessionStorage.getItem(field.dataset.keep);
    if (kept !== null) field.value = kept;
    field.addEventListener("input", () => sessionStorage.setItem(field.dataset.keep, field.value));
  }

  // A pack that is being written: the page follows its file.
  async function watch(address) {
    const first = (await (await fetch(address)).json()).version;
    setInterval(async () => {
      try {
        if ((await (await fetch(address)).json()).version !== first) location.reload();
      } catch { /* the server has ended */ }
    }, 1000);
  }

  all("form[data-live]").forEach(live);
  all("[data-plot=scatter]").forEach(scatter);
  all("[data-graph]").forEach((box) => { graph(box); derivations(box); });
  all("[data-keep]").forEach(keep);
  function complete(part) {
    all("[data-plot=steps]:empty", part).forEach(steps);
    all("a[data-now]", part).forEach(inPlace);
  }
  complete(document);
  htmx.onLoad(complete); // parts that are shown later
  all("[data-reload]").forEach((note) => setTimeout(() => location.reload(), Number(note.dataset.reload)));
  if (document.body.dataset.watch) watch(document.body.dataset.watch);
})();
