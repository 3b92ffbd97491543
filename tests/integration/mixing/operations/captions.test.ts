import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';

import {
  captionStyleSchema,
  clipCaptions,
  DEFAULT_CAPTION_STYLE,
  type CaptionStyle,
  type CaptionTrack,
} from '#plugins/mixing/captions.ts';
import { assDocument } from '#plugins/mixing/server/captions/ass-document.ts';
import { CLIP_FILES } from '#plugins/mixing/server/operations/clip.ts';
import { createMissingGlyphs, missingIn } from '#core/server/services/media/fonts/missing-glyphs.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { buildNode, clipOf, decodeRgb } from '#tests/integration/media/operations/operations-kit.ts';

const [WIDTH, HEIGHT] = [270, 480];

let folder: string;
let runner: MediaRunner;
let grey: string;
before(async () => {
  folder = await temporaryFolder();
  runner = await realRunner(folder);
  grey = await makeClip(
    runner,
    folder,
    '-f',
    'lavfi',
    '-i',
    `color=#606060:s=${WIDTH}x${HEIGHT}:r=30:d=1.2`,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    'grey.mp4',
  );
});

/** Where a frame differs from plain grey: its bounds in pixels, and how many pixels. */
function drawn(frame: Buffer): { left: number; right: number; top: number; bottom: number; pixels: number } {
  const found = { left: WIDTH, right: -1, top: HEIGHT, bottom: -1, pixels: 0 };
  for (let index = 0; index < WIDTH * HEIGHT; index++) {
    if (Math.abs((frame[index * 3 + 1] ?? 0) - 0x60) < 40) continue;
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    found.pixels++;
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y);
  }
  return found;
}

/** The frames of the grey picture with captions burnt in. */
async function burnt(captions: readonly CaptionTrack[]): Promise<Buffer[]> {
  const { node } = await clipOf(runner, grey, { captions, picture: { width: WIDTH, height: HEIGHT, fps: 30 } });
  return decodeRgb(runner, join(await buildNode(node), CLIP_FILES.body), { width: WIDTH, height: HEIGHT });
}

/** Where the letters of texts stand, each drawn on a frame of its own without encoding it: all by one process. */
async function drawnStills(texts: readonly (readonly [text: string, style?: CaptionStyle])[]) {
  const work = await temporaryFolder();
  for (const [index, [text, style = DEFAULT_CAPTION_STYLE]] of texts.entries()) {
    const events = [{ start: 0, end: 9, text }];
    await writeFile(join(work, `${index}.ass`), assDocument([{ style, events }], WIDTH, HEIGHT));
  }
  await runner.ffmpeg({
    cwd: work,
    args: [
      ...['-f', 'lavfi', '-i', `color=#606060:s=${WIDTH}x${HEIGHT}:d=0.04`],
      ...texts.flatMap((_, index) => [
        ...['-map', '0:v', '-vf', `ass=${index}.ass`, '-frames:v', '1'],
        ...['-pix_fmt', 'rgb24', '-f', 'rawvideo', `${index}.rgb`],
      ]),
    ],
  });
  return Promise.all(texts.map(async (_, index) => drawn(await readFile(join(work, `${index}.rgb`)))));
}

test('a caption is seen while it is shown and nowhere else', async () => {
  const frames = await burnt([
    { style: DEFAULT_CAPTION_STYLE, events: [{ start: 0.3, end: 0.6, text: '限时优惠 50%' }] },
  ]);
  assert.equal(frames.length, 30);
  frames.forEach((frame, index) => {
    const { pixels, top, bottom } = drawn(frame);
    assert.equal(pixels > 0, index >= 9 && index < 18, `frame ${index}: ${pixels}`);
    if (pixels > 0) assert.ok(top > HEIGHT * 0.65 && bottom < HEIGHT * 0.9, `frame ${index}: rows ${top} to ${bottom}`);
  });
});

test('two tracks with two styles stand at their own places', async () => {
  const events = [{ start: 0, end: 2, text: 'Title 标题' }];
  const [frame = Buffer.alloc(0)] = await burnt([
    { style: DEFAULT_CAPTION_STYLE, events },
    { style: captionStyleSchema.parse({ position: 0.2, box: true, color: '#ff0000' }), events },
  ]);
  const { top, bottom } = drawn(frame);
  assert.ok(top < HEIGHT * 0.25 && bottom > HEIGHT * 0.75, `${top} to ${bottom}`);
});

test('whatever a text holds is shown to the letter, in its place', async () => {
  const texts = [
    String.raw`{\an8}xx`,
    String.raw`{\pos(10,10)\fs200}xx`,
    String.raw`a\Nb\nc\hd`,
    'C:\\n\\N\\{x}',
    '{',
    '}{',
    `"it's" — «ja»`,
    '😀 🎬 👨‍👩‍👧',
    'a, b, c,, d',
    '%d %{pts} $(x) `x`',
    'line one\nline two\nline three',
  ];
  for (const [index, found] of (await drawnStills(texts.map((text) => [text]))).entries()) {
    const text = texts[index] ?? '';
    assert.ok(found.pixels > 0, text);
    assert.ok(
      found.top > HEIGHT * 0.6 && found.bottom < HEIGHT * 0.95,
      `${text}: rows ${found.top} to ${found.bottom}`,
    );
    assert.ok(
      found.left >= 0.02 * WIDTH && found.right <= 0.98 * WIDTH,
      `${text}: columns ${found.left} to ${found.right}`,
    );
  }
  const [plain, braces, oneLine, threeLines, backslash] = await drawnStills([
    ['xx'],
    [String.raw`{\b1}xx`],
    ['aaa'],
    ['aaa\naaa\naaa'],
    [String.raw`aaa\Naaa`],
  ]);
  assert.ok(plain && braces && oneLine && threeLines && backslash);
  const height = ({ top, bottom }: { top: number; bottom: number }) => bottom - top;
  assert.ok(braces.pixels > plain.pixels * 2, 'braces are letters too');
  assert.ok(height(threeLines) > 2.5 * height(oneLine), 'line breaks stay');
  assert.ok(height(backslash) < 1.9 * height(oneLine), 'a backslash is no line break');
});

test('long lines wrap inside the picture, in Chinese, in English, and without a single space', async () => {
  const texts = [
    '这是一段非常长的中文字幕，用来检查没有空格的时候文字会不会自动换行，而不是跑到画面外面去。',
    'A rather long English subtitle that has to be broken between its words, because no picture is this wide.',
    'W'.repeat(60),
    'https://example.com/a-very-long-address-without-any-space-in-it/and-more',
  ].flatMap((text) => [40, 55, 80].map((size) => [text, captionStyleSchema.parse({ size, position: 0.5 })] as const));
  for (const [index, { left, right, pixels }] of (await drawnStills(texts)).entries()) {
    const [text, { size }] = texts[index] ?? assert.fail();
    assert.ok(
      pixels > 0 && left >= 0.01 * WIDTH && right <= 0.99 * WIDTH,
      `${size} ${text}: columns ${left} to ${right}`,
    );
  }
});

test('subtitles burnt into parts are the same pictures as burnt into the whole', async () => {
  const track: CaptionTrack = {
    style: DEFAULT_CAPTION_STYLE,
    events: [
      { start: 0.15, end: 1.25, text: '跨过切口的字幕' },
      { start: 1.3, end: 1.9, text: 'second one' },
      { start: 2.4, end: 3, text: 'to the very end' },
    ],
  };
  const work = await temporaryFolder();
  const stretches = [
    [0, 90],
    [0, 17],
    [17, 50],
    [50, 51],
    [51, 90],
  ] as const;
  const outputs: string[] = [];
  for (const [index, [start, end]] of stretches.entries()) {
    const captions = index === 0 ? track : clipCaptions(track, start / 30, end / 30);
    await writeFile(join(work, `${index}.ass`), assDocument([captions], WIDTH, HEIGHT));
    const stretch = `trim=start_frame=${start}:end_frame=${end},setpts=N/30/TB,ass=${index}.ass`;
    outputs.push('-map', '0:v', '-vf', stretch, '-f', 'framemd5', `${index}.md5`);
  }
  await runner.ffmpeg({ cwd: work, args: ['-f', 'lavfi', '-i', `testsrc2=s=${WIDTH}x${HEIGHT}:r=30:d=3`, ...outputs] });
  const hashes = async (index: number) => {
    const lines = (await readFile(join(work, `${index}.md5`), 'utf8')).split('\n');
    return lines.filter((line) => line.startsWith('0,')).map((line) => line.split(',').at(-1)?.trim());
  };
  const [whole = [], ...parts] = await Promise.all(stretches.map((_, index) => hashes(index)));
  assert.equal(whole.length, 90);
  assert.deepEqual(parts.flat(), whole);
});

test('characters that no font here has are named, each once, with the package that brings them', async () => {
  const style = captionStyleSchema.parse({});
  let calls = 0;
  const counted: MediaRunner = {
    ...runner,
    ffmpeg: (options) => {
      calls += 1;
      return runner.ffmpeg(options);
    },
  };
  const missingGlyphs = createMissingGlyphs(counted);
  const texts = ['夏季 sale', '\ue123 \ue123'];
  // No distribution has a font for private characters.
  const boxes = [{ character: '\ue123', package: 'fonts-noto-core' }];
  assert.deepEqual(await missingGlyphs([{ style, texts }]), boxes);
  assert.deepEqual(await missingGlyphs([{ style, texts: ['\ue123 季'] }]), boxes);
  assert.deepEqual(await missingGlyphs([{ style, texts: ['夏季 sale', ''] }]), []);
  assert.deepEqual(await missingGlyphs([]), []);
  assert.equal(calls, 1, 'what is known is not asked again');
  // Another weight is another file.
  assert.deepEqual(await missingGlyphs([{ style: { ...style, bold: false }, texts }]), boxes);
  assert.equal(calls, 2);
});

test('a character counts as missing, too, where the font that is named for it has it in another weight only', () => {
  const log = [
    'Glyph 0x1F600 not found, selecting one more font for (Noto Sans CJK SC, 700, 0)',
    'fontselect: (Noto Sans CJK SC, 700, 0) -> DejaVuSans-Bold.ttf, 0, DejaVuSans-Bold',
    'Glyph 0x1F600 not found, broken font? Trying all charmaps',
    'fontselect: failed to find any fallback with glyph 0x928 for font: (Noto Sans CJK SC, 700, 0)',
    'Glyph 0x2764 not found, selecting one more font for (Noto Sans CJK SC, 700, 0)',
  ].join('\n');
  assert.deepEqual([...missingIn(log)].sort(), ['न', '😀']);
});
