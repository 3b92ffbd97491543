import type { PathPoint } from '#core/contract/follow-path.ts';
import { MOST_POINTS, partAt, type Reframe } from '#core/contract/reframe.ts';
import type { TimeRange } from '#core/web/studio/playback/range.ts';
import { turnedSize, validBox, type Box, type Size, type Turn } from '#core/web/studio/stage/box-geometry.ts';
import { fromStage, onStage } from '#core/web/studio/reframed/reframe-view.ts';

/** Shapes by their width and height. */
const RATIOS = {
  '9:16': [9, 16],
  '16:9': [16, 9],
  '1:1': [1, 1],
  '4:5': [4, 5],
  '3:4': [3, 4],
  '4:3': [4, 3],
} as const;

/** What can be shown of a clip: all of it, the largest part of a shape, or any box. */
export const SHAPES = ['whole', '9:16', '16:9', '1:1', '4:5', '3:4', '4:3', 'free'] as const;
export type Shape = (typeof SHAPES)[number];

/** How one clip is cut, as it is chosen on the page. */
export interface ClipEdit {
  /** Seconds; null for all of it. */
  window: TimeRange | null;
  shape: Shape;
  /** What was drawn or resized, in shares of the upright picture; null for the largest part of the shape. */
  box: Box | null;
  /** What the largest part keeps in its middle: nothing for that of the picture, one point for a place. */
  path: readonly PathPoint[];
  /** The points of the path are followed. */
  follows: boolean;
  /** The picture is turned, then flipped. */
  turn: Turn;
  flipAcross: boolean;
  flipDown: boolean;
  /** Pixels of the shorter side; null leaves them as they are. */
  shortSide: number | null;
}

/** Leaves a clip as it is. */
export const UNCUT: ClipEdit = {
  ...{ window: null, shape: 'whole', box: null, path: [], follows: false },
  ...{ turn: 0, flipAcross: false, flipDown: false, shortSide: null },
};

/** Width divided by height of what is shown in the end; null where it is free. */
export function ratioOf(shape: Shape): number | null {
  if (shape === 'whole' || shape === 'free') return null;
  const [width, height] = RATIOS[shape];
  return width / height;
}

/** What the tool is asked for. */
export function reframeOf({ shape, box, path, turn, flipAcross, flipDown, shortSide }: ClipEdit): Reframe {
  const rest = { turn, flipAcross, flipDown, shortSide };
  if (shape === 'whole') return { part: null, ...rest };
  if (box !== null) return { part: { kind: 'box', box }, ...rest };
  if (shape === 'free') return { part: null, ...rest };
  const [width, height] = RATIOS[shape];
  return { part: { kind: 'ratio', width, height, path: [...path] }, ...rest };
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** A box was drawn, moved or resized on the stage. */
export function withBox(edit: ClipEdit, size: Size, shown: Box): ClipEdit {
  const box = fromStage(shown, edit);
  if (ratioOf(edit.shape) === null) return { ...edit, shape: 'free', box, path: [] };
  const most = partAt(reframeOf({ ...edit, box: null }), size, 0);
  const isLargest = Math.abs(most.width - box.width) < 1e-6 && Math.abs(most.height - box.height) < 1e-6;
  return isLargest
    ? { ...edit, box: null, path: [{ time: 0, ...middleOf(box) }] }
    : { ...edit, box, path: [], follows: false };
}

/** Another shape: its largest part in the middle, or around what is followed. A free box begins as what was shown. */
export function withShape(edit: ClipEdit, size: Size, shape: Shape): ClipEdit {
  if (shape === 'free') return { ...edit, shape, box: partAt(reframeOf(edit), size, 0), path: [], follows: false };
  const follows = edit.follows && shape !== 'whole';
  return { ...edit, shape, box: null, follows, path: follows ? edit.path : [] };
}

/** Keeps the middle of the picture, or follows a point. */
export function withFollowing(edit: ClipEdit, follows: boolean): ClipEdit {
  return { ...edit, follows, box: null, path: follows ? edit.path : [] };
}

/** Turned by a quarter as it is seen: what is flipped once turns the other way round below that. */
export function turned(edit: ClipEdit, way: 1 | -1): ClipEdit {
  const below = edit.flipAcross === edit.flipDown ? way : -way;
  const turn = ((edit.turn + 90 * below + 360) % 360) as Turn;
  return { ...edit, turn, box: edit.shape === 'free' ? edit.box : null };
}

/** The box that stands for a point on the stage, a tenth of the picture's shorter side. */
export function pointBox(edit: ClipEdit, size: Size, { x, y }: { x: number; y: number }): Box {
  const side = Math.min(size.width, size.height) / 10;
  const [width, height] = [side / size.width, side / size.height];
  return onStage({ x: x - width / 2, y: y - height / 2, width, height }, edit);
}

/** Puts what is followed at a moment where its box was moved to; of too many points none is added. */
export function withPoint(edit: ClipEdit, time: number, shown: Box): ClipEdit {
  const others = edit.path.filter((point) => Math.abs(point.time - time) > 1e-4);
  if (others.length >= MOST_POINTS) return edit;
  const point = { time, ...middleOf(fromStage(shown, edit)) };
  return { ...edit, path: [...others, point].toSorted((a, b) => a.time - b.time) };
}

/** The edit of one clip for another one. */
export function forOther(edit: ClipEdit, size: Size): ClipEdit {
  const ratio = ratioOf(edit.shape);
  if (edit.box === null || ratio === null) return edit;
  const picture = turnedSize(size, edit.turn);
  const shown = validBox(onStage(edit.box, edit), { picture, ratio, least: 0 });
  return { ...edit, box: fromStage(shown, edit) };
}
