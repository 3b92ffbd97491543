import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import type { Browser, ConsoleMessage, Page } from 'playwright-core';

import {
  captionStyleSchema,
  DEFAULT_CAPTION_STYLE,
  DEFAULT_TITLE_STYLE,
  type CaptionStyle,
} from '#plugins/mixing/captions.ts';
import { FITS, type Fit } from '#core/contract/picture.ts';
import { TRANSITIONS, type Transition } from '#plugins/mixing/transitions.ts';
import { captionFonts } from '#plugins/mixing/server/captions/caption-fonts.ts';
import { FADE_COLOURS } from '#plugins/mixing/server/effects/fade-colours.ts';
import { applyEffect } from '#core/server/services/media/effect-registry.ts';
import { CLIP_FILES, type ClipOptions } from '#plugins/mixing/server/operations/clip.ts';
import { JOINT_FILES, jointNode } from '#plugins/mixing/server/operations/joint.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { fontTask, type LookedAt } from '#plugins/mixing/server/fonts/font-tasks.ts';
import { unicodeRanges } from '#plugins/mixing/server/fonts/font-parts.ts';
import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { buildNode, clipOf, decodeRgb, decodeRgbOfEach } from '#tests/integration/media/operations/operations-kit.ts';
import { until } from '#tests/until.ts';

import { launchChromium } from './launch-chromium.ts';
import { lightOf, likeness, type Size } from './likeness.ts';
import { PREVIEW_PAGE } from './preview-page.ts';

// What the editor's preview draws, beside what the server makes of the same pictures.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PICTURE = { width: 180, height: 320, fps: 30 };
/** Texts are compared at a size at which their strokes have some pixels. */
const LARGE = { width: 360, height: 640, fps: 30 };
const BLEND = 8;
/** Frames of a transition that are compared: early, in the middle and late. */
const MOMENTS = [1, 4, 6];

let folder: string;
let runner: MediaRunner;
let browser: Browser;
let page: Page;
let wide: string;
let tall: string;
before(async () => {
  folder = await temporaryFolder();
  runner = await realRunner(folder);
  const still = (name: string, source: string) =>
    makeClip(
      runner,
      folder,
      ...['-f', 'lavfi', '-i', `${source},loop=-1:1:0`, '-t', '1.2', '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-qp', '8', '-pix_fmt', 'yuv420p', '-colorspace', 'bt709', '-color_range', 'tv', name],
    );
  wide = await still('wide.mp4', 'testsrc2=s=320x180:r=30:d=0.04,gblur=2,scale=out_color_matrix=bt709');
  tall = await still(
    'tall.mp4',
    'mandelbrot=s=360x640:r=30:maxiter=60:start_scale=0.4,trim=end_frame=1,gblur=2,scale=out_color_matrix=bt709',
  );
  browser = await launchChromium([], { env: { FONTCONFIG_FILE: await otherFonts() } });
  page = await browser.newPage();
  await page.route('http://preview.test/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: PREVIEW_PAGE });
    const source = await readFile(join(ROOT, path), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
  });
  await page.goto('http://preview.test/');
  await until(() => page.evaluate('globalThis.drawn !== undefined'), 'the modules are loaded');
});
after(() => browser.close());

/** The fonts of a visitor who has none of those that the videos are drawn with. @returns their configuration */
async function otherFonts(): Promise<string> {
  const own = join(folder, 'visitor-fonts');
  await mkdir(own);
  for (const name of ['DejaVuSerif.ttf', 'DejaVuSerif-Bold.ttf']) {
    await copyFile(join('/usr/share/fonts/truetype/dejavu', name), join(own, name));
  }
  const configuration = join(folder, 'visitor-fonts.conf');
  const folders = `<dir>${own}</dir><cachedir>${join(folder, 'font-cache')}</cachedir>`;
  await writeFile(configuration, `<?xml version="1.0"?><fontconfig>${folders}</fontconfig>`);
  return configuration;
}

const load = (name: string, rgb: Buffer, size: Size) =>
  page.evaluate(`drawn.load(${JSON.stringify({ name, ...size, rgb: rgb.toString('base64') })})`);

const draw = async (what: 'transition' | 'picture', options: object) =>
  new Uint8ClampedArray(
    Buffer.from(await page.evaluate<string>(`drawn.${what}(${JSON.stringify(options)})`), 'base64'),
  );

const clipFolder = async (path: string, options: Partial<ClipOptions>) => {
  const { node } = await clipOf(runner, path, { picture: PICTURE, fit: 'crop', ...options });
  return { node, output: await buildNode(node) };
};

/** The transitions that do not look in the preview as they are made, at one size. */
async function unlikeTransitions(kinds: readonly Transition[], picture: typeof PICTURE): Promise<string[]> {
  const leaving = await clipFolder(wide, { picture, blend: { before: 0, after: BLEND } });
  const coming = await clipFolder(tall, { picture, blend: { before: BLEND, after: 0 } });
  const [from] = await decodeRgb(runner, join(leaving.output, CLIP_FILES.tail), picture);
  const [to] = await decodeRgb(runner, join(coming.output, CLIP_FILES.head), picture);
  assert.ok(from !== undefined && to !== undefined);
  await load('from', from, picture);
  await load('to', to, picture);
  const joints: string[] = [];
  for (const kind of kinds) {
    const node = jointNode(runner, {
      ...{ from: leaving.node, to: coming.node, transition: kind, frames: BLEND, picture },
    });
    joints.push(join(await buildNode(node, [leaving.output, coming.output]), JOINT_FILES.body));
  }
  const made = await decodeRgbOfEach(runner, joints, picture);
  const unlike: string[] = [];
  for (const [at, kind] of kinds.entries()) {
    for (const moment of MOMENTS) {
      const drawn = await draw('transition', { kind, part: moment / BLEND, output: picture });
      const like = likeness(drawn, lightOf(made[at]?.[moment] ?? Buffer.alloc(0)), picture);
      if (like < 0.97) unlike.push(`${kind} at ${moment}: ${like.toFixed(3)}`);
    }
  }
  return unlike;
}

test('every transition looks in the preview as it is made', async () => {
  const others = TRANSITIONS.filter((kind) => kind !== 'dissolve');
  assert.deepEqual(await unlikeTransitions(others, PICTURE), []);
  // Its grain is a fraction of the picture: at the smallest size encoding would keep little of it.
  assert.deepEqual(await unlikeTransitions(['dissolve'], LARGE), []);
});

test('the pictures of a transition are kept where they are read', async () => {
  const said: string[] = [];
  const listen = (message: ConsoleMessage): void => void said.push(message.text());
  page.on('console', listen);
  for (const kind of TRANSITIONS) await page.evaluate(`drawn.again(${JSON.stringify({ kind, output: PICTURE })})`);
  page.off('console', listen);
  assert.deepEqual(said, []);
});

/** A still clip, and how it is shown. */
interface Shown {
  path: string;
  size: Size;
  picture: typeof PICTURE;
}

interface Look {
  fit?: Fit;
  mirror?: boolean;
  caption?: { style: CaptionStyle; text: string; families: string };
}

/** How like what the preview draws of a clip is to what is made, for each look. */
async function pictureLikeness({ path, size, picture }: Shown, looks: readonly Look[]): Promise<number[]> {
  const bodies = new Map<string, string>();
  const settled = looks.map(({ fit = 'crop', mirror = false, caption }) => {
    const captions =
      caption === undefined ? [] : [{ style: caption.style, events: [{ start: 0, end: 1, text: caption.text }] }];
    const options = { fit, mirror, picture, captions, window: { start: 0, end: 0.2 } };
    return { options, drawing: { source: 'source', output: picture, fit, mirror, ...caption } };
  });
  for (const { options } of settled) {
    const key = JSON.stringify(options);
    if (!bodies.has(key)) bodies.set(key, join((await clipFolder(path, options)).output, CLIP_FILES.body));
  }
  const made = await decodeRgbOfEach(runner, [...bodies.values()], picture);
  const lights = new Map([...bodies.keys()].map((key, at) => [key, lightOf(made[at]?.at(-1) ?? Buffer.alloc(0))]));
  const [source = Buffer.alloc(0)] = await decodeRgb(runner, path, size);
  await load('source', source, size);
  const found: number[] = [];
  for (const { options, drawing } of settled) {
    const light = lights.get(JSON.stringify(options)) ?? new Uint8ClampedArray();
    found.push(likeness(await draw('picture', drawing), light, picture));
  }
  return found;
}

test('every fit looks in the preview as it is made', async () => {
  const looks = FITS.flatMap((fit) => [false, true].map((mirror) => ({ fit, mirror })));
  const shown = { path: wide, size: { width: 320, height: 180 }, picture: PICTURE };
  const likes = await pictureLikeness(shown, looks);
  const unlike = likes.flatMap((like, at) => (like < 0.97 ? [`${JSON.stringify(looks[at])}: ${like.toFixed(3)}`] : []));
  assert.deepEqual(unlike, []);
});

/** How coloured pictures are in the mean: the strongest of the three colours less the weakest, 0 to 255. */
function colourOf(rgb: Uint8Array | Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at, at + 3);
    sum += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  return (sum * 3) / rgb.length;
}

test('an effect of ours takes as much colour out of the preview as out of what is made', async () => {
  const size = { width: 320, height: 180 };
  const [source = Buffer.alloc(0)] = await decodeRgb(runner, wide, size);
  await load('source', source, size);
  const unlike: string[] = [];
  for (const amount of [0, 0.5, 1]) {
    const effect = applyEffect(FADE_COLOURS, { amount }, { ...PICTURE, frames: 6 });
    const { output } = await clipFolder(wide, { window: { start: 0, end: 0.2 }, effect });
    const made = (await decodeRgb(runner, join(output, CLIP_FILES.body), PICTURE)).at(-1) ?? Buffer.alloc(0);
    const drawing = { source: 'source', output: PICTURE, fit: 'crop', mirror: false, faded: amount };
    const like = likeness(await draw('picture', drawing), lightOf(made), PICTURE);
    const [drawn, wanted] = [colourOf(await draw('picture', { ...drawing, isColour: true })), colourOf(made)];
    if (like < 0.9 || Math.abs(drawn - wanted) > 20) unlike.push(`${amount}: ${like.toFixed(3)}, ${drawn} ${wanted}`);
  }
  assert.deepEqual(unlike, []);
});

/** Gives the page the fonts that these texts are burned in with. @returns them as CSS lists them */
async function serveFonts({ font, bold }: CaptionStyle, texts: readonly string[]): Promise<string> {
  const characters = [...new Set(` ${texts.join('')}`)];
  const found = await captionFonts(runner, { font, bold }, characters);
  const faces = found.flatMap(({ file }) => (file === null ? [] : [{ ...file, hash: file.path }]));
  const looked = (await fontTask({ do: 'look', faces, characters: characters.join('') })) as LookedAt[];
  const families: string[] = [];
  for (const [at, { parts, weight }] of looked.entries()) {
    const face = faces[at];
    if (face === undefined || parts.length === 0) continue;
    const family = `served-${bold}-${at}`;
    families.push(family);
    for (const codes of parts) {
      const part = (await fontTask({ do: 'cut', face, codes })) as Uint8Array;
      const descriptors = { weight: String(weight), unicodeRange: unicodeRanges(codes) };
      const options = JSON.stringify({ family, font: Buffer.from(part).toString('base64'), descriptors });
      assert.equal(await page.evaluate(`drawn.add(${options})`), true);
    }
  }
  return families.join(', ');
}

/** The first two are in the videos' own face, the last is in one that libass falls back to. */
const TEXTS = ['夏季新品 上市', 'Summer sale, two lines of it that have to wrap', 'מבצע קיץ'];

test("every style of text looks as it is burned in, whatever fonts the visitor's browser has", async () => {
  const styles: Record<string, CaptionStyle> = {
    plain: DEFAULT_CAPTION_STYLE,
    title: DEFAULT_TITLE_STYLE,
    box: captionStyleSchema.parse({ box: true, outline: 6, size: 70 }),
    thin: captionStyleSchema.parse({ bold: false, outline: 0, color: '#ffee00', position: 0.4 }),
    large: captionStyleSchema.parse({ size: 120, outline: 8, outlineColor: '#aa0033', position: 0.5 }),
  };
  const bold = await serveFonts(DEFAULT_CAPTION_STYLE, TEXTS);
  const regular = await serveFonts({ ...DEFAULT_CAPTION_STYLE, bold: false }, TEXTS);
  const served = Object.entries(styles).flatMap(([name, style]) =>
    TEXTS.map((text) => ({ name, caption: { style, text, families: style.bold ? bold : regular } })),
  );
  const own = TEXTS.map((text) => ({
    name: 'own font',
    caption: { style: styles['large'] ?? DEFAULT_TITLE_STYLE, text, families: '' },
  }));
  const all = [...served, ...own];
  const likes = await pictureLikeness({ path: tall, size: LARGE, picture: LARGE }, all);
  const told = all.map(({ name, caption }, at) => `${name}, ${caption.text}: ${likes[at]?.toFixed(3)}`);
  const isLike = (_: string, at: number): boolean => (likes[at] ?? 0) >= 0.97;
  assert.deepEqual(told.filter(isLike), told.slice(0, served.length), told.join('\n'));
});
