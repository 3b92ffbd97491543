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

/** The clip or group that an element of the board represents. */
export function pieceOf(data: Data | undefined): Piece | null {
  return data !== undefined && 'type' in data ? (data as Piece) : null;
}

/** Whether one can be dropped on the other. */
function fits(dragged: Piece, over: Piece | null): boolean {
  if (over === null) return false;
  return dragged.type === 'group' ? over.type === 'group' : over.type !== 'group';
}

/** Pixels above and below a clip that belong to it. */
const GAP = 4;

/** Groups meet groups; clips meet clips first, then the wells around them. */
export const boardCollisions: CollisionDetection = (args) => {
  const dragged = pieceOf(args.active.data.current);
  if (dragged === null) return [];
  const droppableContainers = args.droppableContainers.filter((container) =>
    fits(dragged, pieceOf(container.data.current)),
  );
  const among = { ...args, droppableContainers };
  if (dragged.type === 'group') return closestCenter(among);
  if (args.pointerCoordinates === null) return clipsFirst(closestCorners(among), among);
  const under = clipsFirst(pointerWithin(among), among);
  const between = pieceAt(under[0], among)?.type === 'bay' ? clipsFirst(pointerWithin(grown(among)), among) : under;
  return between.length === 0 ? under : between;
};

type Collisions = ReturnType<CollisionDetection>;
type Among = Parameters<CollisionDetection>[0];

/** Between two clips of a stack there is a gap; a pointer in it means the clips, and not the well below them. */
function grown(among: Among): Among {
  const droppableRects: Among['droppableRects'] = new Map(
    Array.from(among.droppableRects, ([id, rect]) => [
      id,
      { ...rect, top: rect.top - GAP, bottom: rect.bottom + GAP, height: rect.height + 2 * GAP },
    ]),
  );
  return { ...among, droppableRects };
}

function clipsFirst(collisions: Collisions, among: Among): Collisions {
  const isBay = (collision: Collisions[number]) => Number(pieceAt(collision, among)?.type === 'bay');
  return collisions.toSorted((a, b) => isBay(a) - isBay(b));
}

function pieceAt(collision: Collisions[number] | undefined, { droppableContainers }: Among): Piece | null {
  return pieceOf(droppableContainers.find(({ id }) => id === collision?.id)?.data.current);
}

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
