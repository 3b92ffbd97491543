import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { Picture } from '#core/contract/picture.ts';
import { inspectMaterial, type Material } from '#core/server/services/media/inspect-material.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { clipNode, type ClipOptions } from '#plugins/mixing/server/operations/clip.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import type { Loudness } from '#core/server/services/media/sound/loudness-meter.ts';

import { temporaryFolder } from '../media-kit.ts';

/** Small, so that hundreds of nodes take seconds. */
export const SMALL: Picture = { width: 90, height: 160, fps: 30 };

/** A file as nodes read it. */
export async function sourceOf(path: string): Promise<NodeSource> {
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { hash, name: basename(path), read: (use) => use(path) };
}

/** Builds a node in a fresh folder, without a cache. */
export async function buildNode(node: RenderNode, inputs: readonly string[] = []): Promise<string> {
  const folder = join(await temporaryFolder(), 'node');
  await mkdir(folder);
  await node.build({ folder, inputs, signal: new AbortController().signal, progress: () => undefined });
  return folder;
}

/** A clip node of a file with everything plain that the test does not name. */
export async function clipOf(
  runner: MediaRunner,
  path: string,
  options: Partial<Omit<ClipOptions, 'source' | 'info'>> = {},
): Promise<{ node: RenderNode; material: Material }> {
  const material = await inspected(runner, path);
  const node = clipNode(runner, {
    source: await sourceOf(path),
    info: material,
    window: { start: 0, end: 1 },
    picture: SMALL,
    fit: 'crop',
    speed: 1,
    mirror: false,
    blend: { before: 0, after: 0 },
    captions: [],
    ...options,
  });
  return { node, material };
}

const materials = new Map<string, Promise<Material>>();

/** What an inspection found, which is made once a file. */
export async function inspected(runner: MediaRunner, path: string): Promise<Material> {
  const { mtimeMs, size } = await stat(path);
  const key = `${path} ${mtimeMs} ${size}`;
  const material = materials.get(key) ?? inspectMaterial(runner, path);
  materials.set(key, material);
  return material;
}

/** What a stream of a file says of itself. */
export async function streamFacts(
  runner: MediaRunner,
  path: string,
  entries: string,
  select = 'v:0',
): Promise<Record<string, string>> {
  const { stdout } = await runner.ffprobe({
    cwd: '/',
    args: ['-select_streams', select, '-show_entries', `stream=${entries}`, '-of', 'json', `file:${path}`],
  });
  const { streams } = JSON.parse(stdout) as { streams: Record<string, string>[] };
  return streams[0] ?? {};
}

/**
 * How ffmpeg describes the pictures of several videos: `h264 (High) (avc1 / 0x31637661), yuv420p(tv, bt709), 90x160
 * [SAR 1:1 DAR 9:16]` and so on. Where primaries, transfer and matrix differ, it tells all three.
 */
export async function describePictures(runner: MediaRunner, paths: readonly string[]): Promise<string[]> {
  const { log } = await runner.ffmpeg({
    cwd: '/',
    keepInfo: true,
    args: [...paths.flatMap((path) => ['-i', `file:${path}`]), '-map', '0:v', '-frames:v', '1', '-f', 'null', '-'],
  });
  return paths.map((_, input) => new RegExp(`Stream #${input}:\\d+.*?: Video: (.*)`).exec(log)?.[1] ?? '');
}

interface Decoded {
  width: number;
  height: number;
  /** Runs before, on the picture's own size. */
  filter?: string;
}

/** Decodes frames to RGB at a size. */
export async function decodeRgb(runner: MediaRunner, path: string, decoded: Decoded): Promise<Buffer[]> {
  const [frames = []] = await decodeRgbOfEach(runner, [path], decoded);
  return frames;
}

/** Decodes the frames of several files at once: to start ffmpeg takes longer than to decode a second of a small one. */
export async function decodeRgbOfEach(
  runner: MediaRunner,
  paths: readonly string[],
  { width, height, filter = 'null' }: Decoded,
): Promise<Buffer[][]> {
  const folder = await temporaryFolder();
  const filters = `${filter},scale=${width}:${height}:flags=area:in_color_matrix=bt709`;
  await runner.ffmpeg({
    cwd: folder,
    args: [
      ...paths.flatMap((path) => ['-i', `file:${path}`]),
      ...paths.flatMap((_, index) => [
        ...['-map', `${index}:v`, '-vf', filters, '-pix_fmt', 'rgb24', '-fps_mode', 'passthrough'],
        ...['-f', 'rawvideo', `${index}.rgb`],
      ]),
    ],
  });
  const size = width * height * 3;
  return await Promise.all(
    paths.map(async (_, file) => {
      const bytes = await readFile(join(folder, `${file}.rgb`));
      return Array.from({ length: bytes.length / size }, (_frame, at) => bytes.subarray(at * size, (at + 1) * size));
    }),
  );
}

/** Mean brightness of each frame, 0 to 255. */
export async function brightness(runner: MediaRunner, path: string, filter?: string): Promise<number[]> {
  const [levels = []] = await brightnessOfEach(runner, [path], filter);
  return levels;
}

/** Mean brightness of each frame of several files. */
export async function brightnessOfEach(
  runner: MediaRunner,
  paths: readonly string[],
  filter?: string,
): Promise<number[][]> {
  const files = await decodeRgbOfEach(runner, paths, { width: 1, height: 1, filter });
  return files.map((frames) => frames.map(([red = 0, green = 0, blue = 0]) => (red + green + blue) / 3));
}

/** Bits of the counter that {@link counterFilter} draws. */
const BITS = 10;

/**
 * A picture whose frames carry their own number: ten bars across, white for one and black for zero,
 * the highest on the left.
 */
export const counterFilter = (frames = 'N') =>
  `geq=lum='if(mod(floor(${frames}/pow(2\\,${BITS - 1}-floor(X*${BITS}/W)))\\,2)\\,235\\,16)':cb=128:cr=128`;

/** Reads the numbers that {@link counterFilter} wrote, frame by frame. */
export async function readCounter(runner: MediaRunner, path: string, filter?: string): Promise<number[]> {
  const [numbers = []] = await readCounters(runner, [path], filter);
  return numbers;
}

/** Reads the numbers of several files. */
export async function readCounters(
  runner: MediaRunner,
  paths: readonly string[],
  filter?: string,
): Promise<number[][]> {
  const files = await decodeRgbOfEach(runner, paths, { width: BITS, height: 1, filter });
  const numberIn = (frame: Buffer): number =>
    Array.from({ length: BITS }, (_, bit) => ((frame[bit * 3] ?? 0) > 127 ? 1 << (BITS - 1 - bit) : 0)).reduce(
      (sum, each) => sum + each,
      0,
    );
  return files.map((frames) => frames.map(numberIn));
}

/** Samples of a sound as mono floats at 48 kHz. */
export async function decodeSound(runner: MediaRunner, path: string): Promise<Float32Array> {
  const plain = path.endsWith('.wav') ? samplesOfWav(await readFile(path)) : undefined;
  if (plain !== undefined) return plain;
  const chunks: Buffer[] = [];
  await runner.ffmpeg({
    cwd: '/',
    onOutput: (chunk) => chunks.push(chunk),
    args: ['-i', `file:${path}`, '-vn', '-ac', '1', '-ar', '48000', '-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1'],
  });
  const bytes = Buffer.concat(chunks);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
}

/** The samples of a file that needs no decoder: 48 kHz, stereo, 16 bits. */
function samplesOfWav(bytes: Buffer): Float32Array | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 16) !== 'WAVEfmt ') return undefined;
  const [kind, channels, bits] = [20, 22, 34].map((at) => bytes.readUInt16LE(at));
  if (kind !== 1 || channels !== 2 || bits !== 16 || bytes.readUInt32LE(24) !== 48_000) return undefined;
  let at = 12;
  while (bytes.toString('latin1', at, at + 4) !== 'data') at += 8 + bytes.readUInt32LE(at + 4);
  const first = at + 8;
  return Float32Array.from(
    { length: Math.floor(bytes.readUInt32LE(at + 4) / 4) },
    // As ffmpeg brings two channels to one.
    (_, moment) =>
      ((bytes.readInt16LE(first + moment * 4) + bytes.readInt16LE(first + moment * 4 + 2)) * Math.SQRT1_2) / 32_768,
  );
}

/** Level of a stretch of samples in dB, −120 for silence. */
export function levelOf(samples: Float32Array, from = 0, to = samples.length): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += (samples[index] ?? 0) ** 2;
  return Math.max(-120, 10 * Math.log10(sum / Math.max(1, to - from)));
}

type Heard = Loudness & { truePeak: number };

/** Loudness and true peak of the sound of several files as ffmpeg measures them. */
export async function loudnessOfEach(runner: MediaRunner, paths: readonly string[]): Promise<Heard[]> {
  const meters = paths.map((_, index) => `[${index}:a]ebur128@file${index}=peak=true:framelog=verbose[heard${index}]`);
  const { log } = await runner.ffmpeg({
    cwd: '/',
    keepInfo: true,
    args: [
      ...paths.flatMap((path) => ['-i', `file:${path}`]),
      ...['-filter_complex', meters.join(';')],
      ...paths.flatMap((_, index) => ['-map', `[heard${index}]`, '-f', 'null', '-']),
    ],
  });
  return paths.map((path, index) => {
    // A graph that is set up anew when the first samples have come says so twice.
    const summaries = log.matchAll(new RegExp(`ebur128@file${index} @ [^\\]]*\\] Summary:([^[]*)`, 'g'));
    const [, summary = ''] = [...summaries].at(-1) ?? [];
    const decibels = (pattern: RegExp) => {
      const found = pattern.exec(summary)?.[1];
      assert.ok(found !== undefined, `${path}: ${log}`);
      return found === '-inf' ? -70 : Number(found);
    };
    return {
      integrated: decibels(/I:\s+(-?[\d.]+|-inf) LUFS/),
      truePeak: decibels(/Peak:\s+(-?[\d.]+|-inf) dBFS/),
      range: decibels(/LRA:\s+(-?[\d.]+|-inf) LU/),
    };
  });
}
