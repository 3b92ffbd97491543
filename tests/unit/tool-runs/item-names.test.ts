import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fitName, nameBy, uniqueNames, unlikeOthers } from '#core/server/services/tool-runs/item-names.ts';

test('names are unlike each other however letters are written, and fit for every file system', () => {
  assert.deepEqual(uniqueNames(['a', 'A', 'a'], ['a-2']), ['a', 'A-3', 'a-4']);
  assert.deepEqual(uniqueNames([' ..x/y:z. ', '', '\u202Etxt'], []), ['x y z', 'output', 'txt']);
  assert.equal(uniqueNames(['夏'.repeat(300)], [])[0]?.length, 60, 'by bytes, which is what file systems count');
  assert.deepEqual(uniqueNames(['con', 'a👩‍👩‍👧'], []), ['_con', 'a👩‍👩‍👧']);
});

const createdAt = new Date('2026-11-21T18:30:00Z');
const facts = { run: '夏季新品', name: '港口', position: 6, createdAt, timeZone: 'UTC' };
const own = { title: '海风 50%' };

test('a pattern names run, item, place and date, and what a tool adds', () => {
  assert.equal(nameBy('{run}-{nnn}', facts), '夏季新品-007');
  assert.equal(nameBy('{name} {n}', facts), '港口 7');
  assert.equal(nameBy('{date} {title} {n}/{nn}', facts, own), '2026-11-21 海风 50% 7 07');
  assert.equal(nameBy('{date}', { ...facts, timeZone: 'Asia/Shanghai' }), '2026-11-22');
  assert.equal(nameBy('{run}{title}', facts), '夏季新品{title}');
  assert.equal(nameBy('{nnn}', { ...facts, position: 2699 }), '2700');
});

test('what a value holds is never read as a pattern', () => {
  assert.equal(nameBy('{title}', facts, { title: '{run} $& $1' }), '{run} $& $1');
});

const fitNamed = (name: string) => fitName(name, 'video');

test('a name is fit for every file system', () => {
  assert.equal(fitNamed('a<b>c:d"e/f\\g|h?i*j'), 'a b c d e f g h i j');
  assert.equal(fitNamed('../../etc/passwd'), 'etc passwd');
  assert.equal(fitNamed('tab\tnew\nline\u0000\u202ereversed'), 'tab new line reversed');
  assert.equal(fitNamed(' ends with dots... '), 'ends with dots');
  assert.equal(fitNamed('.hidden'), 'hidden');
  assert.equal(fitNamed('e\u0301'), 'é');
  for (const device of ['CON', 'nul', 'Com1', 'LPT9.txt', 'aux.']) assert.match(fitNamed(device), /^_/, device);
  assert.equal(fitNamed('console'), 'console');
  assert.equal(fitNamed('👩‍👩‍👧'), '👩‍👩‍👧');
  for (const nothing of ['', '   ', '...', '???', '\ud800']) assert.ok(fitNamed(nothing).length > 0);
  assert.equal(fitNamed('???'), 'video');
});

test('a long name is cut between letters and leaves room for its ending', () => {
  const name = fitNamed('👨‍👩‍👧‍👦'.repeat(40));
  assert.ok(Buffer.byteLength(`${name} (9999).mp4`) <= 255);
  assert.equal([...new Intl.Segmenter().segment(name)].at(-1)?.segment, '👨‍👩‍👧‍👦');
});

test('of two that are one file somewhere, the later one gets a number', () => {
  const taken = new Set<string>();
  const names = ['Sea', 'sea', 'SEA', 'sea (2)', 'e\u0301', 'é'].map((name) => unlikeOthers(name, taken));
  assert.deepEqual(names, ['Sea', 'sea (2)', 'SEA (3)', 'sea (2) (2)', 'e\u0301', 'é (2)']);
});
