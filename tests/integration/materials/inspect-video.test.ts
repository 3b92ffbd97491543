import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';

import sharp from 'sharp';

import { createEffectRegistry } from '#core/server/services/media/effect-registry.ts';
import { createFileHasher } from '#core/server/services/media/file-hash.ts';
import { createRenderGraph } from '#core/server/services/media/local-render-graph.ts';
import { createOperationRegistry } from '#core/server/services/media/operation-registry.ts';
import type { Media } from '#core/server/services/media/media.ts';
import { POSTER_FILE, posterNode } from '#core/server/services/media/operations/poster.ts';
import { SPRITE_FILES, spriteNode } from '#core/server/services/media/operations/sprite.ts';
import { WAVEFORM_FILE, waveformNode } from '#core/server/services/media/operations/waveform.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { packFingerprint } from '#core/server/services/media/footage/fingerprint-file.ts';
import { inspectVideo } from '#plugins/materials/server/prepare/inspect-video.ts';
import type { Prepared } from '#plugins/materials/server/prepare/prepared.ts';
import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { buildNode, inspected, sourceOf } from '#tests/integration/media/operations/operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);

/** Two seconds of picture with a tone. */
const sounding = await clip(
  ...['-f', 'lavfi', '-i', 'testsrc2=s=360x640:r=25:d=2', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=1.5'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', 'sounding.mp4'],
);

/** What a look at a file finds, and how often it started a tool. @param own the cache that it is looked at with */
async function lookedAt(path: string, own?: string): Promise<Prepared & { starts: string[] }> {
  const starts: string[] = [];
  const counting: MediaRunner = {
    ...runner,
    ffmpeg: (run) => (starts.push('ffmpeg'), runner.ffmpeg(run)),
    ffprobe: (run) => (starts.push('ffprobe'), runner.ffprobe(run)),
  };
  own ??= await temporaryFolder();
  const media: Media = {
    runner: counting,
    graph: createRenderGraph({ folder: own, engineVersion: 'test' }),
    hasher: createFileHasher({ folder: own }),
    node: createOperationRegistry(counting).node,
    effects: createEffectRegistry(),
  };
  const work = await temporaryFolder();
  const { hash } = await sourceOf(path);
  const { signal } = new AbortController();
  const prepared = await inspectVideo(media, { path, hash, name: basename(path), work, signal, progress: () => {} });
  return { ...prepared, starts };
}

/** The sheet with what it tells of the footage, and the poster, of a file, each made by itself. */
async function madeAlone(path: string, { count = 0, width = 0, height = 0 }: { [name: string]: number | undefined }) {
  const { video, duration: seconds } = await inspected(runner, path);
  const source = await sourceOf(path);
  const sprite = await buildNode(
    spriteNode(runner, { source, video, seconds, count, width, height, everyFrame: true }),
  );
  const poster = await buildNode(posterNode(runner, { source, video, at: 0, width: 360 }));
  return {
    sheet: await readFile(join(sprite, SPRITE_FILES.sheet)),
    footage: await readFile(join(sprite, SPRITE_FILES.footage)),
    poster: await readFile(join(poster, POSTER_FILE)),
  };
}

async function assertSamePictures({ sprite, poster, footage }: Prepared, path: string): Promise<void> {
  assert.ok(sprite !== null && poster !== null && footage !== null);
  const alone = await madeAlone(path, { ...sprite.facts });
  assert.ok((await readFile(sprite.path)).equals(alone.sheet), 'the sheet');
  assert.ok((await readFile(poster.path)).equals(alone.poster), 'the poster');
  assert.ok(packFingerprint(footage).equals(alone.footage), 'the footage');
}

test('a short clip is inspected and decoded once, and all comes out as if made by itself', async () => {
  const found = await lookedAt(sounding);
  assert.deepEqual(found.starts, ['ffprobe', 'ffmpeg']);
  assert.deepEqual([found.seconds, found.width, found.height], [2, 360, 640]);
  await assertSamePictures(found, sounding);
  const waveform = await buildNode(waveformNode(runner, { source: await sourceOf(sounding), peaks: 240 }));
  assert.equal(found.peaks, (await readFile(join(waveform, WAVEFORM_FILE))).toString('base64'));
});

test('sound that cannot be decoded costs neither the pictures nor what they show', async () => {
  const garbled = await clip(...['-i', `file:${sounding}`, '-c', 'copy', '-bsf:a', 'noise=amount=1', 'garbled.mp4']);
  const found = await lookedAt(garbled);
  assert.equal(found.peaks, null);
  await assertSamePictures(found, garbled);
});

test('a clip that begins in black gets the poster of a later moment', async () => {
  const path = await clip(
    ...['-i', `file:${sounding}`, '-vf', 'fade=in:st=1:d=0.2', '-an'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', 'black.mp4'],
  );
  const found = await lookedAt(path);
  assert.deepEqual(found.starts, ['ffprobe', 'ffmpeg', 'ffmpeg']);
  assert.ok(found.poster !== null);
  const { poster } = await madeAlone(path, { ...found.sprite?.facts });
  assert.ok(!(await readFile(found.poster.path)).equals(poster));
});

/** A minute, whose telling picture comes right after a cut. */
let longer: string | undefined;
async function longerVideo(): Promise<string> {
  const size = 's=640x540:r=25';
  return (longer ??= await clip(
    ...['-f', 'lavfi', '-i', `color=black:${size}:d=1.4[a];smptebars=${size}:d=58.6[b];[a][b]concat`],
    ...['-force_key_frames', '1.4', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', 'cut.mp4'],
  ));
}

test('the poster of a longer video is from after the cut that its telling picture comes from', async () => {
  const { poster, sprite } = await lookedAt(await longerVideo());
  assert.ok(poster !== null);
  assert.equal(sprite?.facts.secondsEach, 1);
  const { channels } = await sharp(poster.path).stats();
  assert.ok((channels[0]?.mean ?? 0) > 40, `a mean of ${channels[0]?.mean}`);
});

test('pictures are decoded once for all videos that have the same', async () => {
  const path = await longerVideo();
  const spoken = await clip(
    ...['-i', `file:${path}`, '-f', 'lavfi', '-i', 'sine=d=60', '-map', '1:a', '-map', '0:v', '-c:v', 'copy'],
    ...['-c:a', 'aac', 'spoken.mp4'],
  );
  const own = await temporaryFolder();
  const [first, second] = [await lookedAt(path, own), await lookedAt(spoken, own)];
  assert.ok(first.starts.filter((tool) => tool === 'ffmpeg').length > 1);
  assert.deepEqual(second.starts, ['ffprobe', 'ffmpeg'], 'it is inspected, and listened to');
  for (const what of ['poster', 'sprite'] as const) {
    const [one, other] = [first[what]?.path ?? '', second[what]?.path ?? ''];
    assert.ok((await readFile(one)).equals(await readFile(other)), what);
  }
});
