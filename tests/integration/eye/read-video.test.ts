import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { cueBoxesAt, type TextCue } from '#core/contract/text-cue.ts';
import { childrenOf } from '#tests/fixtures/children-of.ts';
import { drawTexts, type DrawnText } from '#tests/fixtures/eye/drawn-text.ts';
import { openEye, sourceOf, type TestEye } from '#tests/fixtures/eye/open-eye.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

/** Seconds by which a text may be seen too early or too late. */
const EDGE = 0.1;
const [WIDTH, HEIGHT] = [960, 540];
/** What the command line of a process is like that reads pictures. */
const READERS = /pp-ocr\/program/;

let folder: string;
let opened: TestEye;
before(async () => {
  folder = await temporaryFolder();
  opened = await openEye(join(folder, 'cache'));
});
after(() => opened.close());

async function draw(name: string, seconds: number, texts: readonly DrawnText[]) {
  const path = join(folder, name);
  await drawTexts(path, { width: WIDTH, height: HEIGHT, seconds, texts });
  return await sourceOf(path);
}
const read = async (...given: Parameters<typeof draw>) =>
  (await opened.eye.readVideo(await draw(...given), { language: 'zh-CN' })).cues;

function assertShown(cues: readonly TextCue[], { text, from, to }: DrawnText): TextCue {
  const said = cues.map((cue) => `${cue.from} to ${cue.to}: ${cue.text}`).join('; ');
  const cue = cues.find((known) => known.text === text && Math.abs(known.from - from) <= EDGE);
  assert.ok(cue, `“${text}” from ${from}: ${said}`);
  assert.ok(Math.abs(cue.to - to) <= EDGE, `“${text}” to ${to}: ${said}`);
  assert.ok(cue.confidence > 0.6 && cue.confidence <= 1);
  return cue;
}

test('subtitles in Chinese and English are read to the letter, each from when to when it is shown and where', async () => {
  const texts = [
    { from: 0.5, to: 2.3, text: '今天给大家带来一款好物' },
    { from: 2.3, to: 3.8, text: '限时包邮\n只要九块九' },
    { from: 4.5, to: 6, text: 'Free shipping today only' },
  ];
  const cues = await read('subtitles.mp4', 7, texts);
  const [, second] = texts.map((text) => assertShown(cues, text));
  assert.equal(cues.length, texts.length);
  assert.equal(second?.boxes.length, 2);
  const [upper, lower] = second?.boxes ?? [];
  assert.ok(upper && lower && upper.y < lower.y && lower.y > 0.75 && lower.y + lower.height < 0.95);
  assert.ok(Math.abs(lower.x + lower.width / 2 - 0.5) < 0.02 && lower.width < 0.35);
});

test('texts in several places at once are each a text of its own', async () => {
  const texts = [
    { from: 0, to: 4, text: '新品上市', x: 200, y: 120, size: 60, colour: 'ffdd00' },
    { from: 1, to: 3, text: '全场五折起' },
    { from: 2, to: 4, text: 'NEW', x: 850, y: 300, size: 70, colour: 'ff4040' },
  ];
  const cues = await read('places.mp4', 4, texts);
  for (const text of texts) assertShown(cues, text);
  assert.equal(cues.length, texts.length);
});

test('text that moves is followed', async () => {
  const [moving] = [{ from: 0.5, to: 3.5, text: '点击下方链接', x: 250, y: 300, toX: 700, toY: 200, size: 44 }];
  const cues = await read('moving.mp4', 4, [moving]);
  const cue = assertShown(cues, moving);
  for (const time of [1, 2, 3]) {
    const [box] = cueBoxesAt(cue, time);
    const share = (time - 0.5) / 3;
    assert.ok(box, `at ${time}`);
    assert.ok(Math.abs((box.x + box.width / 2) * WIDTH - (250 + 450 * share)) < 12, `across at ${time}`);
    assert.ok(Math.abs((box.y + box.height) * HEIGHT - (300 - 100 * share)) < 20, `down at ${time}`);
  }
});

test('a video without text has none', async () => {
  assert.deepEqual(await read('none.mp4', 3, []), []);
});

test('of an area only the text in it is told, and what was read once is known', async () => {
  const source = await draw('places.mp4', 4, [
    { from: 0, to: 4, text: '新品上市', x: 200, y: 120, size: 60 },
    { from: 1, to: 3, text: '全场五折起' },
  ]);
  const area = { x: 0, y: 0.7, width: 1, height: 0.3 };
  assert.equal(await opened.eye.recallVideo(source, { language: 'zh-CN', area }), null);
  const { cues } = await opened.eye.readVideo(source, { language: 'zh-CN', area });
  assert.deepEqual(
    cues.map(({ text }) => text),
    ['全场五折起'],
  );
  const builds = opened.media.graph.statistics.builds;
  const known = await opened.eye.recallVideo(source, { language: 'en-US' });
  assert.deepEqual(
    known?.cues.map(({ text }) => text),
    ['新品上市', '全场五折起'],
  );
  assert.equal(opened.media.graph.statistics.builds, builds);
});

test('a language that nothing reads is refused', async () => {
  const source = await draw('none.mp4', 3, []);
  await assert.rejects(opened.eye.readVideo(source, { language: 'fr-FR' }), { code: 'eye:language' });
  await assert.rejects(opened.eye.readVideo(source, { language: 'zh-TW' }), { code: 'eye:language' });
});

test('work that is cancelled leaves neither processes nor files', async (t) => {
  const cache = join(folder, 'cancelled');
  const own = await openEye(cache);
  t.after(() => own.close());
  const source = await draw('cancelled.mp4', 6, [{ from: 1, to: 5, text: '今天给大家带来一款好物' }]);
  const before = childrenOf(process.pid, /plugins\/eye/);
  const cancel = new AbortController();
  const reading = own.eye.readVideo(source, {
    ...{ language: 'zh-CN', signal: cancel.signal },
    onProgress: (done) => done > 0.2 && cancel.abort(),
  });
  await assert.rejects(reading, { name: 'AbortError' });
  assert.deepEqual(childrenOf(process.pid, /plugins\/eye/), before);
  const files = await readdir(cache, { recursive: true });
  assert.deepEqual(
    files.filter((file) => /text\.json|\.jpg$/.test(file)),
    [],
  );
});

test('when a process crashes that reads, another one reads on', async (t) => {
  const own = await openEye(join(folder, 'crashed'));
  t.after(() => own.close());
  const texts = [{ from: 0.5, to: 3, text: '限时包邮只要九块九' }];
  const before = childrenOf(process.pid, READERS);
  const killed: number[] = [];
  const watch = setInterval(() => {
    const [reader] = childrenOf(process.pid, READERS).filter((pid) => !before.includes(pid));
    if (reader === undefined || killed.length > 0) return;
    killed.push(reader);
    process.kill(reader, 'SIGKILL');
  }, 20);
  const source = await draw('crashed.mp4', 4, texts);
  const { cues } = await own.eye.readVideo(source, { language: 'zh-CN' }).finally(() => clearInterval(watch));
  assert.equal(killed.length, 1);
  assertShown(cues, texts[0] ?? assert.fail());
});
