import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFile, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import sharp from 'sharp';

import { likenessOf } from '#plugins/eye/server/join-cues.ts';
import { createPpOcr } from '#plugins/eye/server/pp-ocr/pp-ocr-reader.ts';
import { openTesseract } from '#plugins/eye/server/tesseract/tesseract-reader.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { openEye, sourceOf, type TestEye } from '#tests/fixtures/eye/open-eye.ts';
import { town } from '#tests/fixtures/removal/grounds.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

let folder: string;
let opened: TestEye;
before(async () => {
  folder = await temporaryFolder();
  opened = await openEye(join(folder, 'cache'));
});
after(() => opened.close());

interface Look {
  y?: number;
  size?: number;
  width?: number;
  height?: number;
  behind?: readonly string[];
}

async function draw(
  name: string,
  text: string,
  { y = 330, size = 36, width = 640, height = 360, behind }: Look = {},
): Promise<string> {
  const [video, picture] = [join(folder, `${name}.mp4`), join(folder, `${name}.png`)];
  await drawTexts(video, { width, height, seconds: 0.2, texts: [{ from: 0, to: 1, text, y, size }], behind });
  const made = spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', video, '-frames:v', '1', picture]);
  assert.equal(made.status, 0);
  return picture;
}

test('a picture is read line by line, each with its box', async () => {
  const { lines, engine, draft } = await opened.eye.readPicture(
    await sourceOf(await draw('two', '限时包邮\nToday only')),
    {
      language: 'zh-CN',
    },
  );
  assert.deepEqual([engine, draft], ['eye.pp-ocr', false]);
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['限时包邮', 'Today only'],
  );
  const [upper, lower] = lines;
  assert.ok(upper && lower && upper.box.y > 0.6 && upper.box.y + upper.box.height <= lower.box.y + 0.03);
});

test('a photo that a camera has turned is read upright', async () => {
  const path = join(folder, 'turned.jpg');
  await sharp(await draw('photo', '新品上市', { y: 200 }))
    .rotate(90)
    .withMetadata({ orientation: 8 })
    .jpeg()
    .toFile(path);
  const { lines } = await opened.eye.readPicture(await sourceOf(path), { language: 'zh-CN' });
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['新品上市'],
  );
  assert.ok(Math.abs((lines[0]?.box.x ?? 0) + (lines[0]?.box.width ?? 0) / 2 - 0.5) < 0.03);
});

test('text that fills a low picture is read whole, over windows that are as large as its letters', async () => {
  const [ground, width, height] = [join(folder, 'town.png'), 480, 120];
  const levels = Uint8Array.from({ length: width * height }, (_, at) =>
    town(352 + (at % width), 420 + Math.floor(at / width)),
  );
  await sharp(levels, { raw: { width, height, channels: 1 } }).toFile(ground);
  const low = { width, height, y: 86, size: 30, behind: ['-loop', '1', '-i', ground] };
  const path = await draw('low', '今天给大家带来一款厨房神器', low);
  const { lines } = await opened.eye.readPicture(await sourceOf(path), { language: 'zh-CN' });
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['今天给大家带来一款厨房神器'],
  );
});

test('a picture without colours is read', async () => {
  const path = join(folder, 'grey.jpg');
  await sharp(await draw('colours', '七天包退'))
    .toColourspace('b-w')
    .jpeg()
    .toFile(path);
  const { lines } = await opened.eye.readPicture(await sourceOf(path), { language: 'zh-CN' });
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['七天包退'],
  );
});

test('a file that is no picture, a damaged one and one that would fill the memory are refused, and reading goes on', async () => {
  const [text, cut, huge] = ['text.png', 'cut.png', 'huge.png'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(text, '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');
  await copyFile(await draw('whole', '限时包邮'), cut);
  await truncate(cut, 2_000);
  await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#fff' } })
    .png()
    .toFile(huge);
  for (const path of [text, cut, huge]) {
    const reading = opened.eye.readPicture(await sourceOf(path), { language: 'zh-CN' });
    await assert.rejects(reading, { code: 'core:provider.not-a-picture', kind: 'invalid' }, path);
  }
  const { lines } = await opened.eye.readPicture(await sourceOf(await draw('after', '七天包退')), {
    language: 'zh-CN',
  });
  assert.deepEqual(
    lines.map(({ text: read }) => read),
    ['七天包退'],
  );
});

test('a picture that takes more memory than a process may have fails, and nothing else does', async (t) => {
  const { tools } = opened.media.runner;
  const small = createPpOcr({ tools, folder, processes: 1, megabytes: 100 });
  t.after(() => small.pool.end());
  const path = join(folder, 'large.jpg');
  await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#777' } })
    .jpeg()
    .toFile(path);
  const reading = small.read([path], { languages: ['zh-CN'] });
  await assert.rejects(reading, { code: 'eye:failed', kind: 'unavailable' });
});

test('Tesseract reads the lines that the built-in reader has found, says that it makes mistakes, and leaves no files', async () => {
  const { tools } = opened.media.runner;
  const own = await temporaryFolder();
  const reader = await openTesseract({ tools, folder: own, findLines: opened.ppOcr.findLines });
  assert.equal(reader.draft, true);
  assert.ok((await reader.languages()).includes('fr-FR'));
  const [read] = await reader.read([await draw('french', 'Livraison très rapide')], { languages: ['fr-FR'] });
  const [line] = read?.lines ?? [];
  assert.ok(likenessOf(line?.text ?? '', 'Livraison très rapide') > 0.8, line?.text);
  assert.ok((line?.corners[0]?.[1] ?? 0) > 200);
  assert.deepEqual(await readdir(own), []);
});

test('where Tesseract is not installed, that is said', async () => {
  const { tools } = opened.media.runner;
  const opening = openTesseract({ tools, folder, program: join(folder, 'nothing') });
  await assert.rejects(opening, { code: 'eye:tesseract.missing' });
});
