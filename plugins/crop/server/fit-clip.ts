import { stat } from 'node:fs/promises';

import { fail } from '#core/contract/errors.ts';
import { fittingOf, keepsRatio, keepsSide, type FitFacts, type FitLimits } from '#core/contract/fit-limits.ts';
import { makeCut, type Cut, type CutWork, type MadeCut } from '#core/server/services/media/cut/cut-node.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';

/** Of the bytes that are allowed, what each attempt aims at: an encoder keeps rates only roughly. */
const AIMS = [null, 1, 0.8, 0.6];

/**
 * Cuts a clip so that it fits: as much of its beginning, and of the middle of its picture, as the limits allow, in as many
 * bytes. What came out is looked at, and made once more in fewer bytes where it has too many.
 * @throws expected `crop:fit-impossible` where no such cut is worth being seen, `crop:fit-missed` for what came out
 *   beyond the limits all the same, and what `exactCut` throws
 */
export async function fitClip(
  media: Pick<Media, 'graph' | 'runner'>,
  source: NodeSource,
  { fit, ...cut }: Cut & { fit: FitLimits },
  work: CutWork,
): Promise<MadeCut> {
  const look = (path: string) => measure(media, path, source.name, work.signal);
  const whole = await source.read(look);
  const most = Math.min(cut.to ?? Infinity, whole.seconds) - cut.from;
  const facts = { ...whole, seconds: most, bytes: (whole.bytes * most) / whole.seconds };
  let missed: ReturnType<typeof beyond> = '';
  for (const aim of AIMS) {
    if (aim !== null && fit.bytes === null) break;
    const fitting = fittingOf(facts, fit, aim);
    if (fitting === null) break;
    const { reframe, rates } = fitting;
    // Bits are counted already where the clip has too many itself.
    if (aim === null && rates !== null) continue;
    const to = fitting.to === null ? cut.to : cut.from + fitting.to;
    const made = await makeCut(media, source, { from: cut.from, to, reframe, ...(rates && { rates }) }, work);
    missed = beyond(await look(made.video), fit);
    if (missed === '') return made;
    if (missed !== 'bytes') break;
  }
  const { name } = source;
  return missed === ''
    ? fail('crop:fit-impossible', { name }, { kind: 'invalid' })
    : fail('crop:fit-missed', { name }, { kind: 'invalid' });
}

async function measure(
  { runner }: Pick<Media, 'runner'>,
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<FitFacts> {
  const { duration, video } = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
  const { displayWidth: width, displayHeight: height } = video;
  return { seconds: duration, width, height, bytes: (await stat(path)).size };
}

/** What of a video is beyond the limits; empty where it keeps within all of them. */
function beyond({ seconds, bytes, ...size }: FitFacts, fit: FitLimits): '' | 'bytes' | 'other' {
  const isLong = seconds > (fit.seconds ?? Infinity);
  if (isLong || !keepsSide(size, fit.side) || !keepsRatio(size, fit.ratio)) return 'other';
  return bytes > (fit.bytes ?? Infinity) ? 'bytes' : '';
}
