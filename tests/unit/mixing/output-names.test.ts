import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fitName, nameBy, unlikeOthers } from '#plugins/mixing/server/runs/output-names.ts';

const createdAt = new Date('2026-11-21T18:30:00Z');
const facts = { project: '夏季新品', position: 6, title: '海风 50%', createdAt, timeZone: 'UTC' };

test('a pattern names project, place, date and title', () => {
  assert.equal(nameBy('{project}-{nnn}', facts), '夏季新品-007');
  assert.equal(nameBy('{date} {title} {n}/{nn}', facts), '2026-11-21 海风 50% 7 07');
  assert.equal(nameBy('{date}', { ...facts, timeZone: 'Asia/Shanghai' }), '2026-11-22');
  assert.equal(nameBy('{project}{unknown}', facts), '夏季新品{unknown}');
  assert.equal(nameBy('{nnn}', { ...facts, position: 2699 }), '2700');
});

test('what a value holds is never read as a pattern', () => {
  assert.equal(nameBy('{title}', { ...facts, title: '{project} $& $1' }), '{project} $& $1');
});

test('a name is fit for every file system', () => {
  assert.equal(fitName('a<b>c:d"e/f\\g|h?i*j'), 'a b c d e f g h i j');
  assert.equal(fitName('../../etc/passwd'), 'etc passwd');
  assert.equal(fitName('tab\tnew\nline\u0000\u202ereversed'), 'tab new line reversed');
  assert.equal(fitName(' ends with dots... '), 'ends with dots');
  assert.equal(fitName('.hidden'), 'hidden');
  assert.equal(fitName('e\u0301'), 'é');
  for (const device of ['CON', 'nul', 'Com1', 'LPT9.txt', 'aux.']) assert.match(fitName(device), /^_/, device);
  assert.equal(fitName('console'), 'console');
  assert.equal(fitName('👩‍👩‍👧'), '👩‍👩‍👧');
  for (const nothing of ['', '   ', '...', '???', '\ud800']) assert.ok(fitName(nothing).length > 0);
  assert.equal(fitName('???'), 'video');
});

test('a long name is cut between letters and leaves room for its ending', () => {
  const name = fitName('👨‍👩‍👧‍👦'.repeat(40));
  assert.ok(Buffer.byteLength(`${name} (9999).mp4`) <= 255);
  assert.equal([...new Intl.Segmenter().segment(name)].at(-1)?.segment, '👨‍👩‍👧‍👦');
});

test('of two that are one file somewhere, the later one gets a number', () => {
  const taken = new Set<string>();
  const names = ['Sea', 'sea', 'SEA', 'sea (2)', 'e\u0301', 'é'].map((name) => unlikeOthers(name, taken));
  assert.deepEqual(names, ['Sea', 'sea (2)', 'SEA (3)', 'sea (2) (2)', 'e\u0301', 'é (2)']);
});
