/** Texts, header, figures, histogram, use, table and replay. Runs in the browser; never writes markup from data. */
export const PAGE_SCRIPT = String.raw`
'use strict';
const { certificate, texts, command, language: firstLanguage } = JSON.parse(document.getElementById('data').textContent);
const outputs = certificate.outputs;
const groups = certificate.plan.groups;
const ROWS = 20;
let language = firstLanguage;
let shownRows = Math.min(ROWS, outputs.length);

const byId = (id) => document.getElementById(id);
const t = (key, params = {}) =>
  String(texts[language][key] ?? key).replace(/\{\{(\w+)\}\}/g, (all, name) => String(params[name] ?? all));
const number = (value, digits = 0) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
const percent = (value, digits = 0) => number(value * 100, digits) + ' %';
const whole = (value) => number(value, Number.isInteger(value) ? 0 : 1);
function put(id, text) { byId(id).textContent = text; }
function make(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
/** Address of a file beside this page; every part is escaped, so that no name can point elsewhere. */
const address = (file) => './' + file.split('/').map(encodeURIComponent).join('/');
const lastPart = (path) => path.split('/').pop() || path;
const clipsNamed = new Map();
for (const { material } of certificate.materials) clipsNamed.set(lastPart(material), (clipsNamed.get(lastPart(material)) ?? 0) + 1);
/** A clip's own name where no other clip has it, else its whole path. */
const nameOf = (path) => (clipsNamed.get(lastPart(path)) > 1 ? path : lastPart(path));
const byTouch = matchMedia('(hover: none)').matches;

function shotChips(list, output, shared) {
  list.replaceChildren(...output.shots.map((shot) => {
    const chip = make('li', shared && shared.has(shot.symbol) ? 'same' : '', nameOf(shot.material));
    chip.title = t('shot-title', { group: shot.group, material: shot.material, start: number(shot.start, 1), end: number(shot.end, 1) });
    return chip;
  }));
}

function showTexts() {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  document.title = t('page-title', { project: certificate.project });
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = t(element.dataset.text);
  put('language', language === 'zh' ? 'English' : '中文');
  byId('language').lang = language === 'zh' ? 'en' : 'zh-CN';
  put('theme', t(document.documentElement.dataset.theme === 'light' ? 'theme-dark' : 'theme-light'));
  put('project', certificate.project);
  put('created', t('created', {
    time: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(certificate.createdAt)),
  }));
  showFigures();
  showHistogram();
  showMaterials();
  showOutputs();
  byId('command-box').hidden = command === null;
  byId('command').replaceChildren(...(command ?? '').split(' ').flatMap((word, at) => [at > 0 ? ' ' : '', make('span', '', word)]));
  put('seed', String(certificate.seed));
  put('method', t('method-' + (certificate.plan.method ?? 'kept')));
  put('reelport', certificate.tools.reelport);
  put('ffmpeg', certificate.tools.ffmpeg);
  put('settings', certificate.settings);
  put('rule', t('rule-text', { tolerance: percent(certificate.limits.tolerance) }));
  const { compared } = certificate;
  byId('compared').hidden = !compared;
  const list = (id, names) => byId(id).replaceChildren(...names.map((name) => make('li', '', t(id + '-' + name))));
  if (compared) {
    list('seen', compared.seen);
    list('blind', compared.blindTo);
  }
}

function ofGroups(id, value) {
  byId(id).replaceChildren(whole(value) + ' ', make('small', '', t('of-groups', { groups })));
}
function showFigures() {
  const alone = certificate.pairs === 0;
  if (alone) for (const id of ['least', 'median']) put(id, '–');
  else { ofGroups('least', certificate.shots.least); ofGroups('median', certificate.shots.median); }
  put('count', number(outputs.length));
  put('pairs', number(certificate.pairs));
  const failed = certificate.failures.length;
  const loosened = certificate.limit ? certificate.limit.loosenedFrom : null;
  byId('state').className = failed > 0 ? 'state bad' : loosened === null ? 'state' : 'state amber';
  put('verdict', alone ? '' : t('verdict', { footage: percent(1 - certificate.footage.least) }));
  put('state', alone ? t('state-alone') : failed > 0 ? t('state-failed', { pairs: number(failed) })
    : loosened === null ? t('state-good') : t('state-loosened', { from: loosened, to: certificate.limit.share, groups: certificate.plan.groups }));
  put('statement', alone ? t('statement-alone') : t('statement', {
    outputs: number(outputs.length), pairs: number(certificate.pairs), least: certificate.shots.least, groups,
    footage: percent(1 - certificate.footage.least),
  }));
  const earlier = certificate.earlier;
  byId('earlier').hidden = !earlier;
  if (earlier) {
    const about = { outputs: number(earlier.outputs), pairs: number(earlier.pairs), shots: earlier.sharedShots, footage: percent(1 - earlier.footage.least) };
    put('earlier', t('earlier', about) + (earlier.failures > 0 ? ' ' + t('earlier-over', { pairs: number(earlier.failures) }) : ''));
  }
  put('footage-least', percent(certificate.footage.least));
  put('footage-median', percent(certificate.footage.median));
  put('ordered-least', number(certificate.ordered.least, 2));
  put('audio-most', percent(certificate.audio.most));
  put('openings', t('openings-value', certificate.openings));
  const ranges = outputs.flatMap(({ loudnessRange }) => typeof loudnessRange === 'number' ? [Math.round(loudnessRange)] : []);
  byId('loudness-box').hidden = ranges.length === 0;
  put('loudness', t('loudness-value', { least: number(Math.min(...ranges)), most: number(Math.max(...ranges)) }));
  const counted = outputs.filter(({ copiedShots }) => typeof copiedShots === 'number');
  const sumOf = (pick) => counted.reduce((sum, output) => sum + pick(output), 0);
  const copied = sumOf(({ copiedShots }) => copiedShots);
  byId('made-box').hidden = counted.length === 0;
  put('made', t('made-value', { copied: number(copied), encoded: number(sumOf(({ shots }) => shots.length) - copied) }));
  put('failures', number(failed));
}

function showHistogram() {
  const most = Math.max(1, ...certificate.histogram);
  byId('histogram').replaceChildren(...certificate.histogram.map((count, at) => {
    const item = make('li', count > 0 ? 'some' : '');
    const bar = make('i');
    bar.style.height = (count / most) * 82 + '%';
    if (count > 0 && count >= most * 0.04) item.append(make('b', '', new Intl.NumberFormat(language, { notation: 'compact' }).format(count)));
    item.append(bar);
    item.title = t('histogram-step', { from: at * 5, to: at * 5 + 5, count: number(count) });
    return item;
  }));
}

function showMaterials() {
  const list = [...certificate.materials].sort((a, b) => b.uses - a.uses || (a.material < b.material ? -1 : 1));
  const uses = list.map((entry) => entry.uses);
  const [least, most] = [Math.min(...uses), Math.max(...uses)];
  put('materials-about', t(least === most ? 'materials-about-even' : 'materials-about', { materials: number(list.length), least, most }));
  byId('materials').replaceChildren(...list.map(({ material, uses: count }) => {
    const item = make('li', count === 0 ? 'never' : '');
    const name = make('span', '', material);
    name.title = material;
    const rail = make('div');
    const bar = make('i');
    bar.style.width = (count / Math.max(1, ...uses)) * 100 + '%';
    rail.append(bar);
    item.append(name, rail, make('b', '', t('times', { count: number(count) })));
    return item;
  }));
}

function showOutputs() {
  put('outputs-about', t(byTouch ? 'outputs-about-touch' : 'outputs-about'));
  byId('outputs').replaceChildren(...outputs.slice(0, shownRows).map((output, at) => {
    const row = make('tr');
    const file = make('td');
    const link = make('a', '', output.file);
    link.href = address(output.file);
    file.append(link);
    if (output.title) file.append(make('div', 'kicker', output.title));
    const shots = make('td');
    const chips = make('ul', 'chips');
    shotChips(chips, output, null);
    shots.append(chips);
    const sha = make('td');
    const code = make('code', '', output.sha256.slice(0, 12));
    code.title = output.sha256;
    sha.append(code);
    row.append(make('td', 'number', number(at + 1)), file, make('td', 'number', t('seconds-value', { seconds: number(output.seconds, 1) })), shots, sha);
    return row;
  }));
  byId('more').hidden = shownRows >= outputs.length;
  put('more', t('more', { count: number(outputs.length - shownRows) }));
}

byId('more').addEventListener('click', () => { shownRows = outputs.length; showOutputs(); });
byId('copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(command);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(byId('command'));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    document.execCommand('copy');
  }
  put('copy', t('copied'));
  setTimeout(() => put('copy', t('copy')), 1500);
});
byId('language').addEventListener('click', () => { language = language === 'zh' ? 'en' : 'zh'; showAll(); });
byId('theme').addEventListener('click', () => {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === 'light' ? 'dark' : 'light';
  showAll();
});
document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
`;
