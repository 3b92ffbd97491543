import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { Picture } from '#core/contract/picture.ts';
import { inspectMaterial, type Material } from '#core/server/services/media/inspect-material.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { clipNode, type ClipOptions } from '#core/server/services/media/operations/clip.ts';
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
async function inspected(runner: MediaRunner, path: string): Promise<Material> {
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

/** Decodes frames to RGB at a size; `filter` runs before, on the picture's own size. */
export async function decodeRgb(
  runner: MediaRunner,
  path: string,
  { width, height, filter = 'null' }: { width: number; height: number; filter?: string },
): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  await runner.ffmpeg({
    cwd: '/',
    onOutput: (chunk) => chunks.push(chunk),
    args: [
      ...['-i', `file:${path}`, '-an', '-vf', `${filter},scale=${width}:${height}:flags=area:in_color_matrix=bt709`],
      ...['-pix_fmt', 'rgb24', '-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
    ],
  });
  const bytes = Buffer.concat(chunks);
  const size = width * height * 3;
  return Array.from({ length: bytes.length / size }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** Mean brightness of each frame, 0 to 255. */
export async function brightness(runner: MediaRunner, path: string, filter?: string): Promise<number[]> {
  const frames = await decodeRgb(runner, path, { width: 1, height: 1, filter });
  return frames.map((frame) => ((frame[0] ?? 0) + (frame[1] ?? 0) + (frame[2] ?? 0)) / 3);
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
  const frames = await decodeRgb(runner, path, { width: BITS, height: 1, filter });
  return frames.map((frame) =>
    Array.from({ length: BITS }, (_, bit) => ((frame[bit * 3] ?? 0) > 127 ? 1 << (BITS - 1 - bit) : 0)).reduce(
      (sum, each) => sum + each,
      0,
    ),
  );
}

/** Samples of a sound as mono floats at 48 kHz. */
export async function decodeSound(runner: MediaRunner, path: string): Promise<Float32Array> {
  const chunks: Buffer[] = [];
  await runner.ffmpeg({
    cwd: '/',
    onOutput: (chunk) => chunks.push(chunk),
    args: ['-i', `file:${path}`, '-vn', '-ac', '1', '-ar', '48000', '-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1'],
  });
  const bytes = Buffer.concat(chunks);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
}

/** Level of a stretch of samples in dB, −120 for silence. */
export function levelOf(samples: Float32Array, from = 0, to = samples.length): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += (samples[index] ?? 0) ** 2;
  return Math.max(-120, 10 * Math.log10(sum / Math.max(1, to - from)));
}

/** Loudness and true peak of a file's sound as ffmpeg measures them. */
export async function loudnessOf(runner: MediaRunner, path: string): Promise<Loudness> {
  const { log } = await runner.ffmpeg({
    cwd: '/',
    keepInfo: true,
    args: ['-i', `file:${path}`, '-vn', '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'],
  });
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const decibels = (pattern: RegExp) => {
    const found = pattern.exec(summary)?.[1];
    assert.ok(found !== undefined, summary);
    return found === '-inf' ? -70 : Number(found);
  };
  return {
    integrated: decibels(/I:\s+(-?[\d.]+|-inf) LUFS/),
    truePeak: decibels(/Peak:\s+(-?[\d.]+|-inf) dBFS/),
    range: decibels(/LRA:\s+(-?[\d.]+|-inf) LU/),
  };
}
