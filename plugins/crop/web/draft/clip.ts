import { reframedSize } from '#core/contract/reframe.ts';
import { pictureSize } from '#core/web/tools/edited-video.ts';
import type { Material } from '#plugins/materials/api.ts';

import { LEAST_PIXELS } from '#plugins/crop/cut-settings.ts';
import { reframeOf, type ClipEdit } from './clip-edit.ts';

/** A clip that is to be cut. */
export interface Clip {
  /** That of its material. */
  id: string;
  material: Material;
  edit: ClipEdit;
}

/** Pixels of what comes out of a clip. */
export function sizeAfter({ material, edit }: Pick<Clip, 'material' | 'edit'>): { width: number; height: number } {
  return reframedSize(reframeOf(edit), pictureSize(material));
}

/** Seconds of what comes out of a clip. */
export function lengthOf({ material, edit: { window } }: Clip): number {
  return window === null ? (material.seconds ?? 0) : Math.max(0, window.end - window.start);
}

/** What the tool is asked for. */
export function windowOf({ edit: { window }, material: { seconds } }: Clip): { from: number; to: number | null } {
  if (window === null) return { from: 0, to: null };
  return { from: window.start, to: seconds !== null && window.end >= seconds - 1e-3 ? null : window.end };
}

/** Why a clip cannot be cut as it stands; null when it can. */
export function problemOf(clip: Clip): 'gone' | 'failed' | 'preparing' | 'empty' | 'small' | null {
  const { material, edit } = clip;
  if (material.deletedAt !== null) return 'gone';
  if (material.state !== 'ready') return material.state;
  if (lengthOf(clip) <= 0) return 'empty';
  const { width, height } = sizeAfter({ material, edit: { ...edit, shortSide: null } });
  return Math.min(width, height) < LEAST_PIXELS ? 'small' : null;
}
