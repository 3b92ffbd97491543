import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import sharp from 'sharp';

import { findTellingPicture, type TellingPicture } from '#core/server/services/media/telling-picture.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';

const WIDTH = 160;
const HEIGHT = 90;
const folder = await mkdtemp(join(tmpdir(), 'telling-picture-'));
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
/** What is found on a sheet of such pictures. */
async function found(...pictures: Buffer[]): Promise<TellingPicture> {
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
  return await findTellingPicture(path, { columns, width: WIDTH, height: HEIGHT, count: pictures.length });
}
const chosen = async (...pictures: Buffer[]): Promise<number> => (await found(...pictures)).at;

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

test('what is black, white or plain does not tell anything; a card, a blurred picture and a scene do', async () => {
  const [black, white, sky] = await Promise.all([plain('#000'), plain('#fff'), plain('#86b5d8')]);
  for (const picture of [black, white, sky]) assert.equal((await found(picture, picture)).tells, false);
  for (const picture of [await card(), await scene(1, 4), await scene(2)]) {
    assert.equal((await found(black, picture)).tells, true);
  }
});
