// SPDX-License-Identifier: GPL-3.0-or-later
// plot.js -- draws a chart as data: layers of points over two axes, as program/view/chart/plot.h has them.
//
// { title, note, x, y, layers, zero, panels, across, height }; an axis is { title, words, unit, log, low, high, names, ticks, most },
// a layer { mark, ink, name, what, at, silent, panel }, a point [x, y, low, high]. What lies beyond an axis is drawn at its
// edge; dots are arrows there. Pointing says the nearest point, dragging shows a part, a double click all.
"use strict";
(() => {
  const LETTER = 6.5, SIZE = 11, LEADING = 15, ROW = 18, HEIGHT = 150, FONT = "system-ui, sans-serif";
  const ruler = document.createElement("canvas").getContext("2d");
  ruler.font = SIZE + "px " + FONT;
  const columns = (text) => ruler.measureText(text).width;
  const cut = (text, most) => Array.from(text).length <= most ? text :
    Array.from(text).slice(0, Math.ceil((most - 1) / 2)).join("") + "\u2026" + Array.from(text).slice(-Math.floor((most - 1) / 2)).join("");

  // ---- numbers in words ----

  const SCALES = {
    s: [[1, "s"], [1e-3, "ms"], [1e-6, "\u00b5s"], [1e-9, "ns"]],
    byte: [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]],
  };
  const others = (unit) => [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "\u00b5"]].map(([size, prefix]) => [size, prefix + unit]);
  function scaleOf(unit, value) {
    const scales = SCALES[unit] || others(unit === "op/s" ? unit : "");
    return scales.find(([size]) => Math.abs(value) >= size) || (value === 0 ? [1, scales.find(([size]) => size === 1)[1]] : scales[scales.length - 1]);
  }
  const minus = (text) => text.replace(/^-/, "\u2212");
  const quantity = (value, [size, name], digits) => minus((value / size).toFixed(digits)) + (name ? " " + name : "");
  const up = (s, size) => Math.ceil((s - 0.5) / size);
  const duration = (s) => s < 1 ? page.quantity(s, "s") : s < 9.95 ? Number(s.toPrecision(2)) + " s" : s < 120 ? Math.ceil(s - 1e-9) + " s" : up(s, 60) < 100 ? up(s, 60) + " min" :
    up(s, 3600) < 72 ? Math.floor(up(s, 60) / 60) + " h" + (up(s, 60) % 60 ? " " + up(s, 60) % 60 + " min" : "") : Number((s / 86400).toPrecision(3)) + " days";
  const TIMES = [1, 10, 60, 600, 3600, 36000, 86400, 864000, 8640000]; // that people count by
  const short = (value) => Math.abs(value) >= 1e4 ? Number((value / 1e3).toPrecision(4)) + "k" : String(Number(value.toPrecision(4)));
  const WORDS = {
    quantities: (value, scale, digits) => quantity(value, scale, digits),
    percents: (value, scale, digits) => (value > 0 ? "+" : "") + minus(value.toFixed(digits)),
    shares: (value) => Math.round(100 * value) + " %",
    durations: duration,
    numbers: (value) => minus(short(value)),
    counts: (value) => minus(short(value)),
  };
  page.quantity = (value, unit) => quantity(Number(value.toPrecision(3)), scaleOf(unit, value), 9).replace(/\.?0+(?= |$)/, "");

  // An axis without words but ticks that are given, and there are none.
  const bare = (axis) => axis.words === "ticks" && !axis.ticks;

  // ---- how far an axis reaches, and the round values on it ----

  function spanOf(plot, axis, isX) {
    if (axis.names) return [-0.5, axis.names.length - 0.5];
    let low = Infinity, high = -Infinity;
    const reach = (value) => {
      const at = axis.log ? Math.log(value) : value;
      if (value !== null && Number.isFinite(at)) [low, high] = [Math.min(low, at), Math.max(high, at)];
    };
    for (const { mark, at } of plot.layers) {
      const along = isX ? ["ranges", "bars", "rects"].includes(mark) : ["band", "spans"].includes(mark);
      const upright = ["uprights", "rects"].includes(mark);
      for (const point of at) {
        if (isX ? !along : !upright && mark !== "band") reach(point[0 + !isX]);
        if (along) [point[2], point[3]].forEach(reach);
      }
    }
    if (!isX && plot.zero !== undefined) reach(plot.zero);
    if (!(low <= high)) [low, high] = [0, 1];
    const room = high > low ? 0.04 * (high - low) : 0.01 * Math.abs(low) || 1e-12;
    const given = (end, otherwise) => end === undefined ? otherwise : axis.log ? Math.log(end) : end;
    low = given(axis.low, low - room);
    high = given(axis.high, high + room);
    return [low, high > low ? high : low + 1e-12];
  }

  function roundUp(step) {
    const power = 10 ** Math.floor(Math.log10(step)), part = step / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
  }

  // [place, words], beside one another along so many pixels; of 0 below one another.
  function ticksOf(axis, [low, high], pixels) {
    const most = axis.most || (pixels ? Math.max(2, pixels / (11 * LETTER)) : 5), words = WORDS[axis.words || "numbers"], found = [];
    let last = -Infinity;
    const take = (value, at, text) => {
      const part = (at - low) / (high - low), half = columns(text) / 2;
      if (part < -1e-9 || part > 1 + 1e-9 || (pixels && part * pixels - half < last)) return;
      last = part * pixels + half + LETTER;
      found.push([at, text]);
    };
    if (axis.ticks) {
      for (const value of axis.ticks) take(value, value, words(value));
      return found;
    }
    if (axis.log && axis.words === "durations" && high - low > Math.log(60)) {
      for (let k = Math.floor(low / Math.LN10); k < 0; k++) take(10 ** k, Math.log(10 ** k), words(10 ** k));
      for (const time of TIMES) take(time, Math.log(time), words(time));
      return found;
    }
    if (axis.log && high - low > Math.log(5)) {
      const decades = (high - low) / Math.LN10, each = Math.max(1, Math.ceil(decades / most));
      for (let k = Math.floor(low / Math.LN10); k <= high / Math.LN10; k++)
        for (const part of 3 * decades <= most + 2 ? [1, 2, 5] : [1])
          if (k % each === 0) {
            const value = part * 10 ** k, scale = scaleOf(axis.unit, value);
            take(value, Math.log(value), words(value, scale, value < scale[0] ? 1 : 0));
          }
      return found;
    }
    const [from, to] = axis.log ? [Math.exp(low), Math.exp(high)] : [low, high];
    const scale = axis.words === "quantities" ? scaleOf(axis.unit, Math.max(Math.abs(from), Math.abs(to))) : [1, ""];
    const step = roundUp((to - from) / most / scale[0]), first = Math.ceil(from / scale[0] / step - 1e-9);
    const whole = axis.words === "counts" ? Math.max(1, step) : step, digits = step < 1 ? Math.ceil(-Math.log10(step) - 1e-9) : 0;
    for (let i = 0; i <= most + 1; i++) {
      const value = (axis.words === "counts" ? Math.ceil(from / whole + i) : first + i) * whole * scale[0];
      take(value, axis.log ? Math.log(value) : value, words(Math.abs(value) < 1e-12 * (to - from) ? 0 : value, scale, digits));
    }
    return found;
  }

  // ---- what is drawn: paths and words, for the page and for files ----

  class Canvas {
    constructor() {
      this.parts = [];
    }

    path(d, look) {
      if (d) this.parts.push(["path", { fill: "none", ...look, d }]);
    }

    line(x1, y1, x2, y2, stroke, width = 1) {
      this.path(`M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`, { stroke, "stroke-width": width });
    }

    rect(left, top, right, bottom, look) {
      this.path(`M${left.toFixed(1)} ${top.toFixed(1)}H${right.toFixed(1)}V${bottom.toFixed(1)}H${left.toFixed(1)}Z`, look);
    }

    text(words, x, y, look = {}) {
      if (words) this.parts.push(["text", { fill: page.color("faint"), ...look, x: x.toFixed(1), y: y.toFixed(1) }, words]);
    }
  }

  function shape(name, attributes, words) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
    if (words !== undefined) made.textContent = words;
    return made;
  }
  page.shape = shape;

  // ---- the marks of a layer ----

  const place = (x, y) => x.toFixed(1) + " " + y.toFixed(1);
  const joined = (points) => {
    let d = "", open = false;
    for (const [x, y] of points) {
      const is = Number.isFinite(x) && Number.isFinite(y);
      if (is) d += (open ? "L" : "M") + place(x, y);
      open = is;
    }
    return d;
  };
  const SIGNS = { up: [[-4, 3.5], [4, 3.5], [0, -4.5]], down: [[-4, -3.5], [4, -3.5], [0, 4.5]], left: [[3.5, -4], [3.5, 4], [-4.5, 0]], right: [[-3.5, -4], [-3.5, 4], [4.5, 0]],
    squares: [[-3.5, -3.5], [3.5, -3.5], [3.5, 3.5], [-3.5, 3.5]] };
  const signs = (points, corners, size = 1) => points.map(([x, y]) => joined(corners.map(([dx, dy]) => [x + size * dx, y + size * dy])) + "Z").join("");
  const strokes = (points, from, to) => points.map(([x, y]) => "M" + place(x + from[0], y + from[1]) + "L" + place(x + to[0], y + to[1])).join("");

  // What stands beyond an axis is an arrow at its edge.
  function dots(canvas, frame, layer, look) {
    const many = layer.at.length > 100, inside = [], edges = { up: [], down: [], left: [], right: [] };
    for (const [x, y] of layer.at) {
      const point = [frame.x(x), frame.y(y)], { x: across, y: upright } = frame.plot;
      const edge = y > upright.high ? "up" : y < upright.low ? "down" : x > across.high ? "right" : x < across.low ? "left" : null;
      (edge ? edges[edge] : inside).push(point);
    }
    if (layer.mark === "crosses") canvas.path(strokes(inside, [-2, -2], [2, 2]) + strokes(inside, [-2, 2], [2, -2]), { ...look, "stroke-width": 1 });
    else canvas.path(inside.map(([x, y]) => "M" + place(x, y) + "h0").join(""), { ...look, "stroke-linecap": "round",
      "stroke-width": layer.size || (many ? 3 : 6), opacity: many ? 0.7 : undefined });
    for (const [name, points] of Object.entries(edges)) canvas.path(signs(points, SIGNS[name], many || layer.mark === "crosses" ? 0.6 : 1), { fill: look.stroke });
  }

  function drawLayer(canvas, frame, layer) {
    const color = page.color(layer.ink), { mark, at } = layer, stroke = { stroke: color, "stroke-width": layer.width || (frame.small ? 1 : 1.6) };
    const points = at.map(([x, y]) => [frame.x(x), frame.y(y)]);
    const ends = (upright) => at.map(([x, y, low, high]) => upright ? [[frame.x(x), frame.y(low)], [frame.x(x), frame.y(high)]]
      : [[frame.x(low), frame.y(y)], [frame.x(high), frame.y(y)]]).map(joined).join("");
    if (mark === "line" || mark === "area") canvas.path(joined(points), stroke);
    if (mark === "area" && points.length > 0)
      canvas.path(joined([...points, [points[points.length - 1][0], frame.bottom], [points[0][0], frame.bottom]]) + "Z", { fill: color, opacity: 0.15 });
    if (mark === "dashed") canvas.path(joined(points), { ...stroke, "stroke-dasharray": "4 3" });
    if (mark === "steps") canvas.path(joined(points.flatMap(([x, y], i) => i > 0 ? [[x, points[i - 1][1]], [x, y]] : [[x, y]])), stroke);
    if (mark === "band" && at.length > 1)
      canvas.path(joined([...at.map((p) => [frame.x(p[0]), frame.y(p[3])]), ...at.slice().reverse().map((p) => [frame.x(p[0]), frame.y(p[2])])]) + "Z", { fill: color, opacity: 0.18 });
    if (mark === "dots" || mark === "crosses") dots(canvas, frame, layer, { stroke: color });
    if (SIGNS[mark]) canvas.path(signs(points, SIGNS[mark]), { fill: color });
    if (mark === "stripes") canvas.path(strokes(points, [0, -6], [0, 6]), { stroke: color, "stroke-width": 1.3, opacity: 0.8 });
    if (mark === "spans" || mark === "ranges") canvas.path(ends(mark === "spans"), stroke);
    if (mark === "bars") at.forEach(([, y, low, high]) => canvas.rect(frame.x(low), frame.y(y) - 6, frame.x(high) - 0.5, frame.y(y) + 6, { fill: color }));
    if (mark === "rects") at.forEach(([, , low, high]) => canvas.rect(frame.x(low), frame.top, frame.x(high), frame.bottom, { fill: color, opacity: layer.opacity || 0.15 }));
    if (mark === "uprights") canvas.path(points.map(([x]) => "M" + place(x, frame.top) + "V" + frame.bottom.toFixed(1)).join(""),
      { stroke: color, "stroke-width": layer.width || 0.7, "stroke-dasharray": layer.dash ? "5 3" : undefined });
  }

  // ---- axes, legend, panels ----

  const mapping = (span, axis, from, to, free) => {
    const [low, high] = span;
    return (value) => {
      if (value === null || Number.isNaN(value)) return NaN;
      const part = ((axis.log ? Math.log(value) : value) - low) / (high - low);
      return from + (free ? part : Math.min(1, Math.max(0, part))) * (to - from);
    };
  };

  // Rows of signs and names above the marks; where they end.
  function drawLegend(canvas, plot, width, top) {
    const shown = new Map();
    for (const layer of plot.layers) if (layer.name && !layer.silent && layer.at.length > 0 && !shown.has(layer.name)) shown.set(layer.name, layer.ink);
    if (shown.size < 2) return top;
    let x = 0, y = top + 10;
    for (const [name, ink] of shown) {
      const words = cut(name, 22), end = x + 18 + columns(words);
      if (x > 0 && end > width) [x, y] = [0, y + LEADING];
      canvas.rect(x, y - 8, x + 10, y, { fill: page.color(ink) });
      canvas.text(words, x + 14, y, { fill: page.color("ink"), class: "legend" });
      x += 32 + columns(words);
    }
    return y + 8;
  }

  const rowNames = (plot, most) => plot.y.names.map((name) => cut(name, most));

  function drawAxes(canvas, frame, { first, last }) {
    const { plot, left, right, top, bottom } = frame, line = page.color("line"), label = { "text-anchor": "middle", class: "tick" };
    if (plot.zero !== undefined) canvas.line(left, frame.y(plot.zero), right, frame.y(plot.zero), page.color("faint"), 0.8);
    canvas.line(left, bottom, right, bottom, line);
    for (const [at, text] of frame.ticks.x) {
      const x = left + (at - frame.spans.x[0]) / (frame.spans.x[1] - frame.spans.x[0]) * (right - left);
      if (last) canvas.line(x, bottom, x, bottom + 4, line);
      const half = columns(text) / 2; // words stand in the middle of their tick, or not at all
      if (last && x >= half && x <= frame.width - half) canvas.text(text, x, bottom + LEADING, label);
    }
    if (!bare(plot.y)) canvas.line(left, top, left, bottom, line);
    if (plot.y.names && first)
      rowNames(plot, 20).forEach((name, i) => canvas.text(name, left - 6, frame.y(i) + 4, { "text-anchor": "end", class: "tick" }));
    else if (!bare(plot.y))
      for (const [at, text] of frame.ticks.y) {
        const y = bottom - (at - frame.spans.y[0]) / (frame.spans.y[1] - frame.spans.y[0]) * (bottom - top);
        canvas.line(left - 4, y, left, y, line);
        if (first) canvas.text(text, left - 6, y + 4, { "text-anchor": "end", class: "tick" });
      }
  }

  // Where a panel's marks are, of columns beside and rows below one another.
  function frameOf(plot, base, i) {
    const across = plot.panels ? plot.across || 1 : 1, gap = 12;
    const width = (base.right - base.left - (across - 1) * gap) / across, column = i % across, row = Math.floor(i / across);
    const left = base.left + column * (width + gap), top = base.top + row * (base.height + base.above) + (plot.panels ? base.above - 6 : 0);
    const frame = { ...base, left, right: left + width, top, bottom: top + base.height - (plot.panels ? 6 : 0) };
    frame.x = mapping(base.spans.x, plot.x, frame.left, frame.right, base.zoomed);
    frame.y = plot.y.names ? mapping(base.spans.y, plot.y, frame.top, frame.bottom) : mapping(base.spans.y, plot.y, frame.bottom, frame.top);
    return frame;
  }

  function lay(canvas, plot, width, heading) {
    let top = 0;
    for (const [words, look] of heading) canvas.text(words, 0, top += LEADING + 1, look);
    top = drawLegend(canvas, plot, width, top + (heading.length ? 6 : 0));
    if (plot.y.title && !bare(plot.y)) canvas.text(plot.y.title, 0, (top += LEADING) - 3);
    const zoomed = plot.part !== undefined, spans = { x: plot.part || spanOf(plot, plot.x, true), y: spanOf(plot, plot.y, false) };
    const n = plot.panels ? plot.panels.length : 1, across = plot.across || 1, rows = Math.ceil(n / across);
    const height = plot.y.names ? ROW * plot.y.names.length : plot.height || HEIGHT;
    const ticks = { y: plot.y.names || bare(plot.y) ? [] : ticksOf(plot.y, spans.y, 0) };
    const words = plot.y.names ? rowNames(plot, 20) : ticks.y.map(([, text]) => text);
    const left = 8 + Math.max(0, ...words.map(columns));
    let right = width - 18;
    ticks.x = bare(plot.x) ? [] : ticksOf(plot.x, spans.x, (right - left) / across);
    if (across === 1) // the last words of an axis may need more room than that
      right -= Math.max(0, ...ticks.x.map(([at, text]) => {
        const part = (at - spans.x[0]) / (spans.x[1] - spans.x[0]);
        return (left + part * (right - left) + columns(text) / 2 - width) / Math.max(part, 0.5);
      }));
    const base = { plot, spans, ticks, left, right, top: top + 4, height, above: plot.panels ? 22 : 0, width, zoomed, small: Boolean(plot.panels) };
    const frames = Array.from({ length: n }, (_, i) => frameOf(plot, base, i));
    frames.forEach((frame, i) => {
      if (plot.panels) canvas.text(plot.panels[i], frame.left, frame.top - 4, { class: "panel" });
      canvas.parts.push(["clip", frame]);
      for (const layer of plot.layers) if ((layer.panel || 0) === i) drawLayer(canvas, frame, layer);
      canvas.parts.push(["open"]);
      drawAxes(canvas, frame, { first: i % across === 0, last: i >= n - across });
    });
    let bottom = frames[n - 1].bottom + (bare(plot.x) ? 4 : LEADING + 4);
    if (plot.x.title) canvas.text(plot.x.title, (left + right) / 2, bottom += LEADING - 3, { "text-anchor": "middle" });
    return { frames, height: bottom + 6, rows };
  }

  let clips = 0;

  // The chart as an element, with where its marks are.
  function drawn(plot, width, label, heading = []) {
    const canvas = new Canvas(), { frames, height } = lay(canvas, plot, width, heading);
    const svg = shape("svg", { class: "drawn", width, height: Math.ceil(height), viewBox: `0 0 ${width} ${Math.ceil(height)}`, role: "img", "aria-label": label,
      "font-family": FONT, "font-size": SIZE });
    let into = svg;
    for (const [name, attributes, words] of canvas.parts)
      if (name === "clip" && attributes.zoomed) {
        const id = "clip-" + ++clips, { left, right, top, bottom } = attributes, clip = shape("clipPath", { id });
        clip.append(shape("rect", { x: left, y: top - 2, width: right - left, height: bottom - top + 4 }));
        svg.append(clip, into = shape("g", { "clip-path": `url(#${id})` }));
      } else if (name === "open") into = svg;
      else if (name !== "clip") into.append(shape(name, attributes, words));
    return { svg, frames };
  }

  // ---- pointing and dragging ----

  const told = (axis, value) => {
    if (axis.names) return axis.names[value] || "";
    if (axis.words === "quantities") return page.quantity(value, axis.unit);
    return axis.words === "shares" ? (100 * value).toFixed(1) + " %" : axis.words === "durations" ? duration(value) : String(Number(value.toPrecision(4)));
  };

  function nearest(plot, frames, x, y) {
    const best = { distance: 24 };
    for (const layer of plot.layers.filter((each) => each.what)) {
      const frame = frames[layer.panel || 0];
      for (const point of layer.at) {
        const at = [layer.mark === "bars" ? (frame.x(point[2]) + frame.x(point[3])) / 2 : frame.x(point[0]), frame.y(point[1])];
        const distance = Math.hypot(at[0] - x, at[1] - y);
        if (distance < best.distance) Object.assign(best, { distance, at, words: [layer.name, layer.what].filter(Boolean).join(", ") + ": " + [told(plot.x, point[0]), told(plot.y, point[1])].filter(Boolean).join(" \u00b7 ") });
      }
    }
    return best.at ? best : null;
  }

  function point(svg, plot, frames) {
    const mark = shape("g", { class: "pointed" });
    svg.append(mark);
    return (event) => {
      const box = svg.getBoundingClientRect(), scale = box.width / Number(svg.getAttribute("width")) || 1;
      const found = event && nearest(plot, frames, (event.clientX - box.left) / scale, (event.clientY - box.top) / scale);
      mark.replaceChildren();
      if (!found) return;
      const half = columns(found.words) / 2 + 4, width = Number(svg.getAttribute("width"));
      const x = Math.min(Math.max(found.at[0], half), Math.max(half, width - half)), y = found.at[1] > 30 ? found.at[1] - 12 : found.at[1] + 22;
      mark.append(shape("circle", { cx: found.at[0], cy: found.at[1], r: 5, fill: "none", stroke: page.color("ink") }),
        shape("rect", { x: x - half, y: y - 12, width: 2 * half, height: 17, fill: page.color("paper"), stroke: page.color("line") }),
        shape("text", { x, y, "text-anchor": "middle", fill: page.color("ink") }, found.words));
    };
  }

  // Draws the chart into a place, and again as it is used.
  page.plot = (place, plot, label) => {
    const width = Math.max(200, Math.floor(place.clientWidth));
    const view = drawn(plot, width, label);
    place.replaceChildren(view.svg);
    if (plot.fixed) return view;
    const say = point(view.svg, plot, view.frames), [frame] = view.frames, clamp = (x) => Math.min(frame.right, Math.max(frame.left, x));
    const at = (event) => clamp((event.clientX - view.svg.getBoundingClientRect().left) * width / view.svg.getBoundingClientRect().width);
    let from = null;
    const zooms = !plot.panels && !plot.x.names;
    view.svg.addEventListener("pointermove", say);
    view.svg.addEventListener("pointerleave", () => say(null));
    view.svg.addEventListener("pointerdown", (event) => (from = zooms && event.pointerType === "mouse" && event.button === 0 ? at(event) : null));
    view.svg.addEventListener("pointerup", (event) => {
      const [low, high] = [from, at(event)].sort((a, b) => a - b), [begin, end] = frame.spans.x;
      if (from === null || high - low < 8) return (from = null);
      const value = (x) => begin + (x - frame.left) / (frame.right - frame.left) * (end - begin);
      page.plot(place, { ...plot, part: [value(low), value(high)] }, label);
    });
    view.svg.addEventListener("dblclick", () => plot.part && page.plot(place, { ...plot, part: undefined }, label));
    return view;
  };

  // The same for a file, on white whatever the screen is: { svg, png }, addresses of what was made.
  page.paper = (plot, width, caption) => page.forPaper(() => {
    const heading = [[plot.title, { fill: page.color("ink"), "font-weight": "bold" }], ...caption.map((words) => [cut(words, Math.floor(width / LETTER)), {}])];
    const { svg } = drawn({ ...plot, part: undefined }, width, plot.title, heading);
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    svg.prepend(shape("rect", { width: "100%", height: "100%", fill: page.color("paper") }));
    return svg;
  });
})();
