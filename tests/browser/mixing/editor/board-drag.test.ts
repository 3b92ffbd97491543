import { expect, test } from '@rstest/core';

import { boardCoordinates, type Piece } from '#plugins/mixing/web/editor/board/board-drag.ts';

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
