import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

import { planesSize, planesWithin } from '#core/server/services/media/cut/planes.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';
import type { NodeWork, RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { createSlots, type Slots } from '#core/server/services/media/slots.ts';
import { readY4m, Y4M_FRAME, y4mHeader } from '#core/server/services/media/cut/y4m.ts';
import { inpaintPictures } from '#core/server/services/providers/inpaint-pictures.ts';
import type { InpaintingRequest, InpaintingService } from '#core/server/services/providers/inpainting.ts';
import type { InUse } from '#core/server/services/providers/providers.ts';

import { cellBytes, unpackCells } from '../fill/fill-task.ts';
import { paint } from '../fill/paint.ts';
import { moved } from '../placed-texts.ts';
import { cellsFile, type FoundText } from './find-text-operation.ts';
import { openUpright } from './open-upright.ts';
import type { ShotPart } from './shot-parts.ts';

/** What of a video is filled by a service. */
export interface ShotToFill {
  video: NodeSource;
  /** The node that has found the text, and what it found. */
  finding: RenderNode;
  found: FoundText;
  /** The number of the stretch in which the part is. */
  stretch: number;
  part: ShotPart;
}

/** The file in a shot's output: for each wanted frame which pixels of the region change, and below what they become. */
export const LAYERS = 'layers.gz';

/** How many requests each service works on. */
const busy = new WeakMap<InpaintingService, Slots>();

/** The node that has a part of a shot filled by a service. Its key is what the service knows its request by. */
export function shotNode(
  { runner, graph }: Pick<Media, 'runner' | 'graph'>,
  { id, service }: { id: InUse<'inpainting'>['id']; service: InpaintingService },
  shot: ShotToFill,
): RenderNode {
  const { video, finding, stretch, part } = shot;
  const node: RenderNode = {
    operation: 'removal.shot@1',
    params: { engine: id, version: service.version, stretch, part: { ...part, wanted: { ...part.wanted } } },
    ...{ inputs: [finding], sources: [video.hash] },
    weight: 2 + (part.last - part.first) / 10,
    together: true,
    async build({ folder, inputs: [found = ''], signal, progress }) {
      const slots = busy.get(service) ?? createSlots(service.atOnce);
      busy.set(service, slots);
      const release = await slots.acquire(signal);
      try {
        const request = await writeRequest(runner, shot, { folder, cells: join(found, cellsFile(stretch)), signal });
        progress(0.1);
        const filled = join(folder, 'filled.y4m');
        const reference = graph.key(node);
        await inpaintPictures(service, request, reference, { path: filled, signal });
        progress(0.9);
        await writeLayers(shot, { folder, cells: join(found, cellsFile(stretch)), filled, request });
        await rm(request.path);
        await rm(filled);
        // It is kept here now. A service that cannot be told forgets it by itself.
        await service.cancel(reference).catch(() => undefined);
      } finally {
        release();
      }
    },
  };
  return node;
}

/** The pictures of a part with their masks, as a service takes them. */
async function writeRequest(
  runner: MediaRunner,
  { video, found, stretch, part }: ShotToFill,
  { folder, cells, signal }: Pick<NodeWork, 'folder' | 'signal'> & { cells: string },
): Promise<InpaintingRequest> {
  const { left, top, right, bottom } = found.seen;
  const [width, height, frames] = [right - left, bottom - top, part.last - part.first];
  const [raw, path] = [join(folder, 'frames.yuv'), join(folder, 'request.y4m')];
  await readSource(video, async (source) => {
    const { read } = await openUpright(runner, { path: source, name: video.name }, signal);
    const { input, chain } = read(part);
    await runner.ffmpeg({
      ...{ cwd: folder, signal, nice: 10, timeout: 300 + frames * 2 },
      args: [
        ...['-y', ...input, '-filter_complex_threads', '1'],
        ...['-filter_complex', `${chain},crop=${width}:${height}:${left}:${top}[out]`],
        ...['-map', '[out]', '-fps_mode', 'passthrough', '-f', 'rawvideo', raw],
      ],
    });
  });
  const first = found.stretches[stretch]?.first ?? 0;
  const pictures = async function* (): AsyncGenerator<Buffer> {
    yield y4mHeader(width, 2 * height);
    const masks = blocksIn(cells, cellBytes(width, height), { from: part.first - first, count: frames });
    for await (const picture of blocksIn(raw, planesSize(width, height), { from: 0, count: frames })) {
      const { value: packed } = await masks.next();
      yield Y4M_FRAME;
      yield withMask(picture, unpackCells(packed ?? new Uint8Array(), (width * height) / 4), width, height);
    }
    await masks.return(undefined);
  };
  await pipeline(Readable.from(pictures()), createWriteStream(path));
  await rm(raw);
  return { path, width, height, frames };
}

/** A picture, and its mask below it. */
function withMask(picture: Uint8Array, cells: Uint8Array, width: number, height: number): Buffer {
  const block = Buffer.alloc(planesSize(width, 2 * height));
  const [above, below] = [0, 1].map((number) => planesWithin(block, width, height, number, 2));
  const planes = planesWithin(picture, width, height, 0, 1);
  above?.light.set(planes.light);
  above?.blue.set(planes.blue);
  above?.red.set(planes.red);
  below?.blue.fill(128);
  below?.red.fill(128);
  const half = width / 2;
  for (let cell = cells.indexOf(1); cell >= 0; cell = cells.indexOf(1, cell + 1)) {
    const at = 2 * Math.floor(cell / half) * width + 2 * (cell % half);
    below?.light.fill(255, at, at + 2).fill(255, at + width, at + width + 2);
  }
  return block;
}

/** Keeps of what a service has filled just the pixels that are text. */
async function writeLayers(
  { found, stretch, part }: ShotToFill,
  { folder, cells, filled, request }: { folder: string; cells: string; filled: string; request: InpaintingRequest },
): Promise<void> {
  const { width, height } = request;
  const first = found.stretches[stretch]?.first ?? 0;
  const { wanted } = part;
  const layers = async function* (): AsyncGenerator<Uint8Array> {
    const masks = blocksIn(cells, cellBytes(width, height), {
      ...{ from: wanted.first - first, count: wanted.last - wanted.first },
    });
    let frame = part.first;
    for await (const picture of readY4m(filled, request)) {
      if (frame >= wanted.first && frame < wanted.last) {
        const { value: packed } = await masks.next();
        const mask = unpackCells(packed ?? new Uint8Array(), (width * height) / 4);
        yield paint({ planes: planesWithin(picture, width, height, 0, 1), mask }, moved(found.region, found.seen));
      }
      frame++;
    }
    await masks.return(undefined);
  };
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(Readable.from(layers()), gzip, createWriteStream(join(folder, LAYERS)));
}

/** Blocks of so many bytes of a file, one after the other. @throws RangeError where it ends before */
async function* blocksIn(
  path: string,
  bytes: number,
  { from, count }: { from: number; count: number },
): AsyncGenerator<Buffer, undefined> {
  const file = await open(path, 'r');
  try {
    for (let number = from; number < from + count; number++) {
      const block = Buffer.allocUnsafe(bytes);
      const { bytesRead } = await file.read(block, 0, bytes, number * bytes);
      if (bytesRead < bytes) throw new RangeError(`${path} ends within block ${number}`);
      yield block;
    }
  } finally {
    await file.close();
  }
}
