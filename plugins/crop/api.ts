import type { FitLimits } from '#core/contract/fit-limits.ts';
import { token } from '#core/web/token.ts';

export type { FitLimits } from '#core/contract/fit-limits.ts';

/** A clip that is to fit: of the library, or made by a run. */
export interface ClipToFit {
  /** Of its file, which is that of its material. */
  id: string;
  name: string;
  /** Null where they are not known. */
  seconds: number | null;
}

/** A run that makes copies of some clips. */
export interface FitRun {
  id: string;
  /** Their ids. */
  clips: readonly string[];
}

/** Makes copies of clips that keep within limits, such as what a platform takes. */
export interface ClipFitter {
  /**
   * Starts runs of the cut tool: each clip becomes one video that keeps its beginning, the middle of its picture, and as
   * much of both as the limits allow. Where that costs something, somebody is asked first. Failures are told.
   * @returns the runs that were started; what they have made lasts as long as they do
   */
  start(clips: readonly ClipToFit[], limits: FitLimits): Promise<readonly FitRun[]>;
}

/** Copies of clips that fit. */
export const CLIP_FITTER = token<ClipFitter>('crop.fitter', 1);
