import { PADDING } from '#core/contract/box-track.ts';
import type { Box } from '#core/contract/reframe.ts';
import { randomUuid } from '#core/web/random-uuid.ts';
import type { TimeRange } from '#core/web/studio/StudioPlayer.tsx';
import type { Material } from '#plugins/materials/api.ts';

import type { Removal } from '#plugins/removal/removal-settings.ts';

/** A place of a video from which something is removed, as it is being set up. */
export interface RemovalEdit {
  id: string;
  removal: Removal;
  /** When it is removed; null is all the time. The removal says the same. */
  window: TimeRange | null;
}

/** A video from which something is removed. */
export interface CleanedVideo {
  /** That of its material. */
  id: string;
  material: Material;
  edits: readonly RemovalEdit[];
}

/** Seconds by which two moments are the same frame. */
const SAME = 1e-3;

export const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

/** Where text is looked for when it is not looked for everywhere: where subtitles usually are. */
const PART: Box = { x: 0.04, y: 0.6, width: 0.92, height: 0.36 };

const usual = { removes: 'strokes', from: 0, to: null } as const;

/** The text of a video, wherever it is. */
export const textEdit = (): RemovalEdit => ({
  id: randomUuid(),
  removal: { ...usual, place: { kind: 'text', area: WHOLE, padding: PADDING.usual } },
  window: null,
});

export const boxEdit = (box: Box): RemovalEdit => ({
  id: randomUuid(),
  removal: { ...usual, place: { kind: 'box', keys: [{ time: 0, box }] } },
  window: null,
});

export const isWhole = ({ width, height }: Pick<Box, 'width' | 'height'>): boolean => width * height > 0.999;

/** Text within a part of the picture, or everywhere. */
export function withPart(edit: RemovalEdit, isPart: boolean): RemovalEdit {
  const { place } = edit.removal;
  if (place.kind !== 'text') return edit;
  return { ...edit, removal: { ...edit.removal, place: { ...place, area: isPart ? PART : WHOLE } } };
}

/** The box by which a place is moved: its area, for text. */
export const boxOf = ({ removal: { place } }: RemovalEdit): Box =>
  place.kind === 'text' ? place.area : (place.keys[0]?.box ?? WHOLE);

/** A place whose box was moved. */
export function withBox(edit: RemovalEdit, box: Box): RemovalEdit {
  const { place } = edit.removal;
  const moved = place.kind === 'text' ? { ...place, area: box } : { ...place, keys: [{ time: 0, box }] };
  return { ...edit, removal: { ...edit.removal, place: moved } };
}

/** A place from which something is removed from one moment to another. @param seconds of the video */
export function withWindow(edit: RemovalEdit, window: TimeRange | null, seconds: number): RemovalEdit {
  const to = window === null || window.end >= seconds - SAME ? null : window.end;
  return { ...edit, window, removal: { ...edit.removal, from: window?.start ?? 0, to } };
}

/** Why nothing can be removed from a video as it stands; null when it can. */
export function problemOf({
  material,
  edits,
}: CleanedVideo): 'gone' | 'failed' | 'preparing' | 'no-place' | 'late' | null {
  if (material.deletedAt !== null) return 'gone';
  if (material.state !== 'ready') return material.state;
  if (edits.length === 0) return 'no-place';
  return edits.every(({ removal }) => removal.from >= (material.seconds ?? Infinity)) ? 'late' : null;
}
