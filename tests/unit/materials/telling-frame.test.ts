import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import sharp from 'sharp';

import { findTellingTime } from '#plugins/materials/server/prepare/telling-frame.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';

const WIDTH = 160;
const HEIGHT = 90;
const folder = await mkdtemp(join(tmpdir(), 'telling-frame-'));
after(() => rm(folder, { recursive: true }));

const plain = (colour: string) =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: colour } })
    .png()
    .toBuffer();
const drawn = (svg: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${svg}</svg>`))
    .png()
    .toBuffer();

/** Boxes of many shades in different places, as a picture of things has them. */
async function scene(seed: number, blur = 0) {
  const source = seededRandom(seed);
  const random = (): number => source.next();
  const box = () =>
    `<rect x="${random() * WIDTH - 20}" y="${random() * HEIGHT - 20}" width="${10 + random() * 50}" height="${10 + random() * 40}" fill="hsl(${random() * 360} 40% ${10 + random() * 80}%)"/>`;
  const picture = await drawn(
    `<rect width="100%" height="100%" fill="#777"/>${Array.from({ length: 60 }, box).join('')}`,
  );
  return blur === 0 ? picture : sharp(picture).blur(blur).png().toBuffer();
}
const card = () =>
  drawn('<rect width="100%" height="100%" fill="#101010"/><rect x="40" y="40" width="80" height="8" fill="#fff"/>');

let sheets = 0;
/** Where the picture was taken from, counted in pictures of the sheet. */
async function chosen(...pictures: Buffer[]): Promise<number> {
  const path = join(folder, `${(sheets += 1)}.png`);
  const columns = 3;
  await sharp({
    create: {
      width: WIDTH * columns,
      height: HEIGHT * Math.ceil(pictures.length / columns),
      channels: 3,
      background: '#000',
    },
  })
    .composite(
      pictures.map((input, at) => ({ input, left: (at % columns) * WIDTH, top: Math.floor(at / columns) * HEIGHT })),
    )
    .png()
    .toFile(path);
  const layout = { columns, width: WIDTH, height: HEIGHT, count: pictures.length, secondsEach: 0.5 };
  return (await findTellingTime(path, layout)) / 0.5;
}

test('black, white, blurred pictures and title cards are passed over for the first that tells something', async () => {
  const [black, white, title, blurred] = await Promise.all([plain('#000'), plain('#fff'), card(), scene(1, 8)]);
  const [first, second] = await Promise.all([scene(1), scene(2)]);
  assert.equal(await chosen(black, black, first, second), 2);
  assert.equal(await chosen(white, title, title, second, first), 3);
  assert.equal(await chosen(blurred, blurred, blurred, first, second, black), 3);
});

test('the first picture stands when it tells as much as the others', async () => {
  assert.equal(await chosen(await scene(3), await scene(4), await scene(5)), 0);
});

test('a video that shows nothing but one shade has its first picture', async () => {
  const black = await plain('#000');
  assert.equal(await chosen(black, black, black, black), 0);
});

test('of a video of nothing but title cards one of them is taken, not the black before it', async () => {
  assert.equal(await chosen(await plain('#000'), await card(), await card()), 1);
});
