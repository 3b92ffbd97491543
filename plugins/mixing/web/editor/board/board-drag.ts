import {
  closestCenter,
  closestCorners,
  pointerWithin,
  type CollisionDetection,
  type Data,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core';

/** What is dragged, or what it is dragged over. */
export type Piece =
  | { type: 'group'; group: string }
  | { type: 'clip'; group: string; material: string }
  /** The well of a group, where clips go that are dropped beside all others. */
  | { type: 'bay'; group: string; clips: number };

/** The piece that something of the board stands for. */
export function pieceOf(data: Data | undefined): Piece | null {
  return data !== undefined && 'type' in data ? (data as Piece) : null;
}

/** Whether one can be dropped on the other. */
function fits(dragged: Piece, over: Piece | null): boolean {
  if (over === null) return false;
  return dragged.type === 'group' ? over.type === 'group' : over.type !== 'group';
}

/** Groups meet groups; clips meet clips first, then the wells around them. */
export const boardCollisions: CollisionDetection = (args) => {
  const dragged = pieceOf(args.active.data.current);
  if (dragged === null) return [];
  const droppableContainers = args.droppableContainers.filter((container) =>
    fits(dragged, pieceOf(container.data.current)),
  );
  const among = { ...args, droppableContainers };
  if (dragged.type === 'group') return closestCenter(among);
  const under = args.pointerCoordinates === null ? closestCorners(among) : pointerWithin(among);
  const isBay = (id: string | number) =>
    droppableContainers.some((container) => container.id === id && pieceOf(container.data.current)?.type === 'bay');
  return under.toSorted((a, b) => Number(isBay(a.id)) - Number(isBay(b.id)));
};

const STEPS: Partial<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Nearer than this is the same row or column. */
const SAME = 8;

/** With the arrow keys: groups go left and right, clips up and down in a group and left and right to the next. */
export const boardCoordinates: KeyboardCoordinateGetter = (event, { context }) => {
  const step = STEPS[event.code];
  const { active, collisionRect, droppableContainers, droppableRects } = context;
  const dragged = pieceOf(active?.data.current);
  if (step === undefined || collisionRect === null || dragged === null) return undefined;
  event.preventDefault();
  let best: { x: number; y: number; distance: number } | null = null;
  for (const container of droppableContainers.getEnabled()) {
    const piece = pieceOf(container.data.current);
    const rect = droppableRects.get(container.id);
    if (piece === null || rect === undefined || container.id === active?.id || !fits(dragged, piece)) continue;
    if (piece.type === 'bay' && piece.clips > 0) continue;
    const [across, down] = [rect.left - collisionRect.left, rect.top - collisionRect.top];
    const along = across * step.x + down * step.y;
    const aside = Math.abs(across * step.y) + Math.abs(down * step.x);
    // Up and down stay in their column.
    if (along < SAME || (step.y !== 0 && aside > SAME * 3)) continue;
    const distance = along * 4 + aside;
    if (best === null || distance < best.distance) best = { x: rect.left, y: rect.top, distance };
  }
  return best === null ? undefined : { x: best.x, y: best.y };
};
