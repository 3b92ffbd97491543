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

/** How far apart holes are, and how far above or below the right one the others may lie. */
const APART = { across: 46, down: 26 };
/** Strokes across the picture and its holes, which break outlines that a program would look for. */
const STROKES = 14;

/**
 * Draws a puzzle of a random scene, part, piece and place, with holes of other shapes beside the right one.
 * @param decoys how many of them
 */
export async function drawPuzzle(decoys = 1): Promise<Puzzle> {
  const [scenes, shapes] = await Promise.all([harbourScenes(), pieceShapes()]);
  const scene = pick(scenes);
  const shape = pick(shapes);
  const picture = cut(scene, randomInt(scene.width - PUZZLE.width), randomInt(scene.height - PUZZLE.height));
  const x = randomInt(MIN_X, PUZZLE.width - PIECE - MARGIN + 1);
  const y = randomInt(MARGIN, PUZZLE.height - PIECE - MARGIN + 1);
  const strip = lift(picture, shape, x, y);
  for (const hole of placeDecoys(decoys, { x, y })) {
    lift(picture, pick(shapes.filter((other) => other !== shape)), hole.x, hole.y);
  }
  scratch(picture);
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

/** Places of further holes near the right one's height; fewer where there is no room. */
function placeDecoys(count: number, right: { x: number; y: number }): { x: number; y: number }[] {
  const holes = [right];
  for (let tries = 0; tries < 60 && holes.length <= count; tries += 1) {
    const x = randomInt(MIN_X, PUZZLE.width - PIECE - MARGIN + 1);
    const y = right.y + randomInt(-APART.down, APART.down + 1);
    const isInside = y >= MARGIN && y <= PUZZLE.height - PIECE - MARGIN;
    if (isInside && holes.every((hole) => Math.abs(hole.x - x) >= APART.across)) holes.push({ x, y });
  }
  return holes.slice(1);
}

/** Draws soft strokes, light and dark, over the picture. */
function scratch(picture: Buffer): void {
  for (let stroke = 0; stroke < STROKES; stroke += 1) {
    const [x, y] = [randomInt(PUZZLE.width), randomInt(PUZZLE.height)];
    const [turn, length] = [randomInt(628) / 100, randomInt(30, 110)];
    const [shift, width] = [randomInt(2) === 0 ? -randomInt(30, 70) : randomInt(30, 80), randomInt(2, 5)];
    for (let step = 0; step < length; step += 0.7) {
      const bend = turn + step * 0.012;
      const [atX, atY] = [Math.round(x + Math.cos(bend) * step), Math.round(y + Math.sin(bend) * step)];
      for (let side = 0; side < width; side += 1) {
        const row = atY + side;
        if (atX < 0 || atX >= PUZZLE.width || row < 0 || row >= PUZZLE.height) continue;
        const at = (row * PUZZLE.width + atX) * 3;
        for (let channel = at; channel < at + 3; channel += 1) {
          picture[channel] = Math.max(0, Math.min(255, (picture[channel] ?? 0) + shift * 0.5));
        }
      }
    }
  }
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

/**
 * Takes the piece out of the picture, where a dark hole stays, as dark and as bright at its rim as chance has it, and
 * too grainy to be compared with the piece; answers the strip with the piece.
 */
function lift(picture: Buffer, { body, edge }: PieceShape, left: number, top: number): Buffer {
  const strip = Buffer.alloc(PIECE * PUZZLE.height * 4);
  const [depth, rim] = [randomInt(40, 60) / 100, randomInt(35, 95)];
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
        const grain = (randomInt(41) - 20) * cover;
        const shade = colour * (1 - depth * cover) + rim * shine * (1 - cover * 0.5) + grain;
        picture[from + channel] = Math.max(0, Math.min(255, shade));
      }
      strip[to + 3] = Math.round(255 * Math.max(cover, shine));
    }
  }
  return strip;
}
