import { expect, test } from '@rstest/core';

import { boardCollisions, boardCoordinates, type Piece } from '#plugins/mixing/web/editor/board/board-drag.ts';

/** Two columns: two clips in the first, one in the second; the third is empty. */
const BOARD: ReadonlyArray<{ piece: Piece; left: number; top: number }> = [
  { piece: { type: 'clip', group: 'a', material: 'm1' }, left: 0, top: 0 },
  { piece: { type: 'clip', group: 'a', material: 'm2' }, left: 0, top: 60 },
  { piece: { type: 'bay', group: 'a', clips: 2 }, left: 0, top: -6 },
  { piece: { type: 'clip', group: 'b', material: 'm3' }, left: 250, top: 0 },
  { piece: { type: 'bay', group: 'b', clips: 1 }, left: 250, top: -6 },
  { piece: { type: 'bay', group: 'c', clips: 0 }, left: 500, top: -6 },
  { piece: { type: 'group', group: 'a' }, left: 0, top: -50 },
  { piece: { type: 'group', group: 'b' }, left: 250, top: -50 },
];
const nameOf = (piece: Piece) => `${piece.type} ${piece.group} ${'material' in piece ? piece.material : ''}`;

function press(code: string, lifted: Piece, at: { left: number; top: number }) {
  const containers = BOARD.map(({ piece }) => ({ id: nameOf(piece), data: { current: piece } }));
  const context = {
    active: { id: nameOf(lifted), data: { current: lifted } },
    collisionRect: at,
    droppableContainers: { getEnabled: () => containers },
    droppableRects: new Map(BOARD.map(({ piece, left, top }) => [nameOf(piece), { left, top }])),
  };
  const event = new KeyboardEvent('keydown', { code });
  // Of what dnd-kit gives, this is all that is looked at.
  return boardCoordinates(event, { context, active: nameOf(lifted), currentCoordinates: { x: 0, y: 0 } } as never);
}

const FIRST: Piece = { type: 'clip', group: 'a', material: 'm1' };

test('a lifted clip goes down its column and across to the next ones, empty ones included', () => {
  expect(press('ArrowDown', FIRST, { left: 0, top: 0 })).toEqual({ x: 0, y: 60 });
  expect(press('ArrowRight', FIRST, { left: 0, top: 0 })).toEqual({ x: 250, y: 0 });
  expect(press('ArrowRight', FIRST, { left: 250, top: 0 })).toEqual({ x: 500, y: -6 });
  expect(press('ArrowUp', FIRST, { left: 250, top: 0 })).toBe(undefined);
});

test('a lifted group goes from column to column, never among clips', () => {
  const group: Piece = { type: 'group', group: 'a' };
  expect(press('ArrowRight', group, { left: 0, top: -50 })).toEqual({ x: 250, y: -50 });
  expect(press('ArrowDown', group, { left: 0, top: -50 })).toBe(undefined);
  expect(press('KeyA', group, { left: 0, top: -50 })).toBe(undefined);
});

/** What a lifted clip meets first where the pointer is: clips are 56 high, and 4 apart. */
function under(x: number, y: number): string | undefined {
  const containers = BOARD.map(({ piece }) => ({ id: nameOf(piece), data: { current: piece } }));
  const rects = BOARD.map(({ piece, left, top }) => {
    const height = piece.type === 'bay' ? 300 : piece.type === 'clip' ? 56 : 400;
    return [nameOf(piece), { left, top, width: 220, height, right: left + 220, bottom: top + height }] as const;
  });
  const collisions = boardCollisions({
    ...{ active: { data: { current: FIRST } }, collisionRect: rects[0]?.[1] },
    ...{ droppableContainers: containers, droppableRects: new Map(rects), pointerCoordinates: { x, y } },
    // Of what dnd-kit gives, this is all that is looked at.
  } as never);
  return collisions[0]?.id.toString().trim();
}

test('a clip dropped between two others goes between them; below them all it goes to the end', () => {
  expect(under(100, 30)).toBe('clip a m1');
  expect(['clip a m1', 'clip a m2']).toContain(under(100, 58));
  expect(under(100, 200)).toBe('bay a');
  expect(under(600, 100)).toBe('bay c');
  expect(under(235, 30)).toBe(undefined);
});
