import { fittingOf, type FitLimits } from '#core/contract/fit-limits.ts';
import type { ChannelRules } from '#core/server/services/providers/channels.ts';

import type { PlannedPost } from '#plugins/publishing/plan-calls.ts';
import type { KnownCopy } from './copies.ts';
import { isOfVideo, misfitsOf, type FittedPost, type Misfit } from './fit.ts';

/** What of a post does not fit, and what a copy of its video does about that. */
export interface CopyFit {
  misfits: Misfit[];
  fit: PlannedPost['fit'];
  copy: PlannedPost['copy'];
}

/** Holds a post against what its account takes, with the copy of its video in its place where only that fits. */
export function fitWithCopy(post: FittedPost, rules: ChannelRules, copy: KnownCopy | undefined): CopyFit {
  const misfits = misfitsOf(post, rules);
  if (!misfits.some(isOfVideo)) return { misfits, fit: null, copy: null };
  const fit = fitOf(post, rules);
  if (copy === undefined) return { misfits, fit, copy: null };
  const { runId, state, error } = copy;
  if (copy.made === null) return { misfits, fit, copy: { runId, state, error, made: null } };
  const { bytes, seconds, width, height } = copy.made;
  const other = misfitsOf({ ...post, ...COPY_FORMAT, bytes, seconds, width, height }, rules);
  // What the account takes has changed since: a new copy is made when it is asked for.
  if (other.some(isOfVideo)) return { misfits, fit, copy: null };
  return { misfits: other, fit: null, copy: { runId, state, error, made: { bytes, seconds, width, height } } };
}

/** How a copy would fit; null where none could, or while the library does not know the video. */
function fitOf({ bytes, seconds, width, height }: FittedPost, rules: ChannelRules): PlannedPost['fit'] {
  if (bytes === null || seconds === null || width === null || height === null) return null;
  // Nothing makes a video longer, and copies are of one format.
  if (seconds < rules.seconds.least || !takesCopies(rules)) return null;
  const limits = limitsOf(rules);
  const fitting = fittingOf({ bytes, seconds, width, height }, limits);
  if (fitting === null || fitting.seconds < rules.seconds.least) return null;
  const { seconds: lasts, width: across, height: down } = fitting;
  return { limits, seconds: lasts, width: across, height: down, bytes: fitting.rates === null ? null : limits.bytes };
}

/** What the cut tool writes. */
export const COPY_FORMAT = { type: 'video/mp4', codecs: { pictures: 'h264', sound: 'aac' } };

const takesCopies = ({ containers, codecs }: ChannelRules): boolean =>
  containers?.includes(COPY_FORMAT.type) !== false &&
  codecs?.pictures?.includes(COPY_FORMAT.codecs.pictures) !== false &&
  codecs?.sound?.includes(COPY_FORMAT.codecs.sound) !== false;

const limitsOf = ({ seconds, bytes, side, ratio }: ChannelRules): FitLimits => ({
  ...{ seconds: seconds.most, bytes: Math.floor(bytes), side, ratio },
});
