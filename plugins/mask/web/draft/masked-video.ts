import type { Box } from '#core/contract/reframe.ts';
import type { TextCue } from '#core/contract/text-cue.ts';
import { randomUuid } from '#core/web/random-uuid.ts';
import type { TimeRange } from '#core/web/studio/StudioPlayer.tsx';
import { pictureSize } from '#core/web/tools/edited-video.ts';
import type { Material } from '#plugins/materials/api.ts';

import { BLUR, CELL, type Look, type Mask } from '#plugins/mask/mask-settings.ts';
import { boxesAt, MOST_KEYS, PADDING, tracksOf, type Track } from '#core/contract/box-track.ts';

/** A mask that is being set up. */
export interface MaskEdit {
  id: string;
  mask: Mask;
  /** When it is seen; null is all the time. The mask says the same. */
  window: TimeRange | null;
  /** Moving its box sets its position at that moment, and not all the time. */
  moves: boolean;
}

/** A video that is to be masked. */
export interface MaskedVideo {
  /** That of its material. */
  id: string;
  material: Material;
  masks: readonly MaskEdit[];
}

/** Seconds by which two moments are the same frame. */
const SAME = 1e-3;

export const MOSAIC: Look = { kind: 'mosaic', cell: CELL.usual };
export const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

const usual = { look: MOSAIC, feather: 0, from: 0, to: null };

/** A look of another kind, as it begins. */
export function lookOf(kind: Exclude<Look['kind'], 'picture'>): Look {
  if (kind === 'mosaic') return MOSAIC;
  return kind === 'blur' ? { kind, spread: BLUR.usual } : { kind, colour: '#000000' };
}

/** A mask over the text of a video, wherever it is. */
export const textMask = (area: Box = WHOLE): MaskEdit => ({
  id: randomUuid(),
  mask: { ...usual, place: { kind: 'text', area, padding: PADDING.usual } },
  window: null,
  moves: false,
});

export const boxMask = (box: Box): MaskEdit => ({
  id: randomUuid(),
  mask: { ...usual, place: { kind: 'box', keys: [{ time: 0, box }] } },
  window: null,
  moves: false,
});

/** Where text is looked for when it is not looked for everywhere: where subtitles usually are. */
const PART: Box = { x: 0.04, y: 0.6, width: 0.92, height: 0.36 };

export const isWhole = ({ width, height }: Box): boolean => width * height > 0.999;

/** A mask that follows text within a part of the picture, or everywhere. */
export function withPart(edit: MaskEdit, isPart: boolean): MaskEdit {
  const { mask } = edit;
  if (mask.place.kind !== 'text') return edit;
  return { ...edit, mask: { ...mask, place: { ...mask.place, area: isPart ? PART : WHOLE } } };
}

/** Where a mask is drawn. */
export function tracksOfEdit({ mask }: MaskEdit, cues: readonly TextCue[], material: Material): Track[] {
  const { width, height } = pictureSize(material);
  return tracksOf(mask, cues, width / height);
}

/** The box by which a mask is moved: its area, for one that follows text. */
export function handleOf({ mask: { place } }: MaskEdit, time: number): Box {
  if (place.kind === 'text') return place.area;
  const [box = WHOLE] = boxesAt(
    place.keys.map((key) => ({ time: key.time, boxes: [key.box] })),
    time,
  );
  return box;
}

/** A mask whose box was moved while the player was at a moment. */
export function withHandle(edit: MaskEdit, box: Box, time: number): MaskEdit {
  const { mask } = edit;
  const { place } = mask;
  if (place.kind === 'text') return { ...edit, mask: { ...mask, place: { ...place, area: box } } };
  if (!edit.moves) return { ...edit, mask: { ...mask, place: { kind: 'box', keys: [{ time: 0, box }] } } };
  const others = place.keys.filter((key) => Math.abs(key.time - time) > SAME);
  if (others.length >= MOST_KEYS) return edit;
  const keys = [...others, { time, box }].toSorted((a, b) => a.time - b.time);
  return { ...edit, mask: { ...mask, place: { kind: 'box', keys } } };
}

/** A mask that is seen from one moment to another. @param seconds of the video */
export function withWindow(edit: MaskEdit, window: TimeRange | null, seconds: number): MaskEdit {
  const to = window === null || window.end >= seconds - SAME ? null : window.end;
  return { ...edit, window, mask: { ...edit.mask, from: window?.start ?? 0, to } };
}

/** A mask that goes from position to position, or rests where it is at a moment. */
export function withMoving(edit: MaskEdit, moves: boolean, time: number): MaskEdit {
  const { mask } = edit;
  if (mask.place.kind === 'text') return edit;
  const key = { time: moves ? time : 0, box: handleOf(edit, time) };
  return { ...edit, moves, mask: { ...mask, place: { kind: 'box', keys: [key] } } };
}

/** A mask without the position that it has at a moment; the last one stays. */
export function withoutKey(edit: MaskEdit, time: number): MaskEdit {
  const { mask } = edit;
  if (mask.place.kind === 'text') return edit;
  const keys = mask.place.keys.filter((key) => Math.abs(key.time - time) > SAME);
  return keys.length === 0 ? edit : { ...edit, mask: { ...mask, place: { kind: 'box', keys } } };
}

export const hasKeyAt = ({ mask: { place } }: MaskEdit, time: number): boolean =>
  place.kind === 'box' && place.keys.some((key) => Math.abs(key.time - time) <= SAME);

/** Why a video cannot be masked as it stands; null when it can. */
export function problemOf({
  material,
  masks,
}: MaskedVideo): 'gone' | 'failed' | 'preparing' | 'no-mask' | 'late' | null {
  if (material.deletedAt !== null) return 'gone';
  if (material.state !== 'ready') return material.state;
  if (masks.length === 0) return 'no-mask';
  return masks.every(({ mask }) => mask.from >= (material.seconds ?? Infinity)) ? 'late' : null;
}
