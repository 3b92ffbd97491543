import { randomInt } from 'node:crypto';

import sharp from 'sharp';

import { PIECE, pieceShapes, type PieceShape } from './piece-shapes.ts';
import { harbourScenes, type Picture } from './scenes.ts';

// Pictures this small gain nothing from threads of their own.
sharp.concurrency(1);

/** The puzzle's picture, in pixels. */
export const PUZZLE = { width: 320, height: 180 } as const;

/** A drawn puzzle: both pictures as data addresses, and where the piece belongs. */
export interface Puzzle {
  /** The scene with the hole. */
  bg: string;
  /** The piece on a clear strip as high as the picture; it begins at x 0. */
  front: string;
  x: number;
}

/** The hole keeps clear of the piece's own place at the left. */
const MIN_X = PIECE + 20;
const MARGIN = 8;

/** Draws a puzzle of a random scene, part, piece and place. */
export async function drawPuzzle(): Promise<Puzzle> {
  const [scenes, shapes] = await Promise.all([harbourScenes(), pieceShapes()]);
  const scene = pick(scenes);
  const shape = pick(shapes);
  const picture = cut(scene, randomInt(scene.width - PUZZLE.width), randomInt(scene.height - PUZZLE.height));
  const x = randomInt(MIN_X, PUZZLE.width - PIECE - MARGIN + 1);
  const y = randomInt(MARGIN, PUZZLE.height - PIECE - MARGIN + 1);
  const strip = lift(picture, shape, x, y);
  const { width, height } = PUZZLE;
  const [bg, front] = await Promise.all([
    sharp(picture, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 82 })
      .toBuffer(),
    sharp(strip, { raw: { width: PIECE, height, channels: 4 } })
      .webp({ quality: 82, effort: 2 })
      .toBuffer(),
  ]);
  return {
    bg: `data:image/jpeg;base64,${bg.toString('base64')}`,
    front: `data:image/webp;base64,${front.toString('base64')}`,
    x,
  };
}

function pick<T>(list: readonly T[]): T {
  // A random place within the list holds something.
  return list[randomInt(list.length)] as T;
}

/** A part of a scene, in a light of its own, so that no two puzzles share their pixels. */
function cut({ data, width }: Picture, left: number, top: number): Buffer {
  const part = Buffer.alloc(PUZZLE.width * PUZZLE.height * 3);
  const light = [0, 1, 2].map(() => 0.9 + randomInt(200) / 1000);
  const mirrored = randomInt(2) === 1;
  let grain = randomInt(2 ** 31);
  let to = 0;
  for (let y = 0; y < PUZZLE.height; y += 1) {
    for (let x = 0; x < PUZZLE.width; x += 1) {
      const column = mirrored ? PUZZLE.width - 1 - x : x;
      const from = ((top + y) * width + left + column) * 3;
      grain = (Math.imul(grain, 1103515245) + 12345) & 0x7fffffff;
      const noise = ((grain >> 16) % 7) - 3;
      for (let channel = 0; channel < 3; channel += 1) {
        part[to] = Math.max(0, Math.min(255, (data[from + channel] ?? 0) * (light[channel] ?? 1) + noise));
        to += 1;
      }
    }
  }
  return part;
}

/** Takes the piece out of the picture, where a dark hole stays; answers the strip with the piece. */
function lift(picture: Buffer, { body, edge }: PieceShape, left: number, top: number): Buffer {
  const strip = Buffer.alloc(PIECE * PUZZLE.height * 4);
  for (let y = 0; y < PIECE; y += 1) {
    for (let x = 0; x < PIECE; x += 1) {
      const cover = (body[y * PIECE + x] ?? 0) / 255;
      const shine = (edge[y * PIECE + x] ?? 0) / 255;
      if (cover === 0 && shine === 0) continue;
      const from = ((top + y) * PUZZLE.width + left + x) * 3;
      const to = ((top + y) * PIECE + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const colour = picture[from + channel] ?? 0;
        strip[to + channel] = colour + (255 - colour) * shine * 0.7;
        picture[from + channel] = Math.min(255, colour * (1 - 0.58 * cover) + 90 * shine * (1 - cover * 0.5));
      }
      strip[to + 3] = Math.round(255 * Math.max(cover, shine));
    }
  }
  return strip;
}
