/** The heat map of all pairs: pointer and keyboard choose a pair. */
export const MATRIX_SCRIPT = String.raw`
const count = outputs.length;
const bytes = Uint8Array.from(atob(certificate.matrix), (letter) => letter.charCodeAt(0));
const pairAt = (a, b) => (a < b ? a * count - (a * (a + 1)) / 2 + b - a - 1 : pairAt(b, a));
const shareOf = (a, b) => (bytes[pairAt(a, b)] ?? 0) / 100;
const indexOf = new Map(outputs.map((output, at) => [output.file, at]));
const failing = new Set(certificate.failures.map(({ a, b }) => pairAt(indexOf.get(a), indexOf.get(b))));
// A batch that shares little shall look so: the scale ends at half the pictures or above.
const mostShare = bytes.reduce((most, value) => Math.max(most, value), 50);
const map = byId('map');
let chosen = null;

/** Shots in common as a bag, and which symbols they are. */
function common(a, b) {
  const left = new Map();
  for (const { symbol } of outputs[a].shots) left.set(symbol, (left.get(symbol) ?? 0) + 1);
  const symbols = new Set();
  let shots = 0;
  for (const { symbol } of outputs[b].shots) {
    const times = left.get(symbol) ?? 0;
    if (times === 0) continue;
    left.set(symbol, times - 1);
    symbols.add(symbol);
    shots += 1;
  }
  return { shots, symbols };
}

function token(name) { return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim(); }
function channels(colour) { return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)); }
function ramp(value) {
  const [from, to] = [channels(token('bay')), channels(token('signal'))];
  return from.map((channel, at) => Math.round(channel + (to[at] - channel) * value));
}

function drawMap() {
  const steps = Array.from({ length: mostShare + 1 }, (_, value) => ramp(value / mostShare));
  const alarm = channels(token('alarm'));
  const ground = channels(token('deck'));
  const image = new ImageData(count, count);
  for (let a = 0; a < count; a += 1) {
    for (let b = 0; b < count; b += 1) {
      const at = a === b ? -1 : pairAt(a, b);
      const colour = at < 0 ? ground : failing.has(at) ? alarm : steps[bytes[at]];
      image.data.set([...colour, 255], (a * count + b) * 4);
    }
  }
  const small = document.createElement('canvas');
  small.width = small.height = count;
  small.getContext('2d').putImageData(image, 0, 0);
  const size = Math.round(map.clientWidth * devicePixelRatio);
  map.width = map.height = size;
  const context = map.getContext('2d');
  context.imageSmoothingEnabled = size < count;
  context.drawImage(small, 0, 0, size, size);
  const cell = size / count;
  if (cell >= 7) {
    context.strokeStyle = token('deck');
    context.lineWidth = Math.max(1, Math.round(devicePixelRatio));
    context.beginPath();
    for (let at = 1; at < count; at += 1) {
      context.moveTo(at * cell, 0); context.lineTo(at * cell, size);
      context.moveTo(0, at * cell); context.lineTo(size, at * cell);
    }
    context.stroke();
  }
  if (chosen) {
    context.strokeStyle = token('lamp');
    context.lineWidth = 2 * devicePixelRatio;
    const box = Math.max(cell, 8 * devicePixelRatio);
    context.strokeRect((chosen[1] + 0.5) * cell - box / 2, (chosen[0] + 0.5) * cell - box / 2, box, box);
  }
  const [from, to] = [ramp(0), ramp(1)].map((colour) => 'rgb(' + colour.join(' ') + ')');
  byId('ramp').style.background = 'linear-gradient(to right, ' + from + ', ' + to + ')';
  put('ramp-end', percent(mostShare / 100));
  document.querySelector('.scale em').hidden = failing.size === 0;
}

function describe() {
  if (!chosen) return put('about', t(byTouch ? 'matrix-hint-touch' : 'matrix-hint'));
  const [a, b] = chosen;
  put('about', t('matrix-pair', {
    a: outputs[a].file, b: outputs[b].file, shots: common(a, b).shots, groups, footage: percent(shareOf(a, b)),
  }));
}
function choose(a, b) {
  if (a === b || a < 0 || b < 0 || a >= count || b >= count) return;
  chosen = [a, b];
  drawMap();
  describe();
}
function cellAt(event) {
  const box = map.getBoundingClientRect();
  return [event.clientY - box.top, event.clientX - box.left].map((place) => Math.min(count - 1, Math.max(0, Math.floor((place / box.width) * count))));
}
map.addEventListener('pointermove', (event) => choose(...cellAt(event)));
map.addEventListener('click', (event) => { choose(...cellAt(event)); if (chosen) openPair(...chosen); });
map.addEventListener('keydown', (event) => {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  if (event.key === 'Enter' && chosen) return openPair(...chosen);
  if (!step) return;
  event.preventDefault();
  const [a, b] = chosen ?? [0, 0];
  choose(a + step[0], b + step[1]);
  if (chosen && chosen[0] === a && chosen[1] === b) choose(a + 2 * step[0], b + 2 * step[1]);
});
addEventListener('resize', drawMap);
`;
