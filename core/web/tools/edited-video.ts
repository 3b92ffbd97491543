import type { Size } from '../studio/stage/box-geometry.ts';
import type { Sprite } from '../studio/timeline/sprite-frame.ts';

/** What an editor shows of a video; a `Material` of the library is one. */
export interface EditedVideo {
  readonly name: string;
  /** Where it is played from. */
  readonly url: string;
  /** Seconds; null until they are known. */
  readonly seconds: number | null;
  readonly poster: string | null;
  /** Small pictures for the timeline, and in place of a picture that the browser cannot decode. */
  readonly sprite: Sprite | null;
  /** The outline of its sound, base64. */
  readonly peaks: string | null;
}

/** Displayed pixels of a video; those of an upright phone while they are not known. */
export function pictureSize({ width, height }: { width: number | null; height: number | null }): Size {
  return width === null || height === null ? { width: 1080, height: 1920 } : { width, height };
}
