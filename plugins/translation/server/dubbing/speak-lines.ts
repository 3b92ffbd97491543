import { readLength } from '#core/contract/timed-text/reading.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { DubChoice } from '#plugins/translation/dub-calls.ts';
import type { DubLine, DubPlace } from '#plugins/translation/dub-plan.ts';
import { planSlowDub } from '#plugins/translation/slow-picture.ts';
import { inLanes } from './in-lanes.ts';
import { speak, type Speaking, type Spoken } from './speak.ts';
import type { LineToDub } from '../tables.ts';

/** A line with what came of speaking it, and its place. */
export interface SpokenLine {
  line: LineToDub;
  /** Null for a line that is not accepted, and for one that was not spoken because it is far too long. */
  spoken: Spoken | null;
  /** Milliseconds that it takes, or would take by the voice's rate; null where nothing is said. */
  milliseconds: number | null;
  place: DubPlace;
}

/** Lines that the rate of each voice is measured by. */
const MEASURED = 3;
/** Times longer than fits, by that rate, from which on a line is not spoken at all: services are paid by the letter. */
const HOPELESS = 1.4;

/**
 * Speaks lines: first those by which the rate of each voice is measured, then all others that may fit by it.
 * @param progress is told the share that is done
 * @throws what {@link speak} throws
 */
export async function speakLines(
  ctx: Pick<ServerContext, 'media'>,
  speaking: Speaking,
  { lines, choice, total }: { lines: readonly LineToDub[]; choice: DubChoice; total: number },
  progress: (share: number) => void,
): Promise<SpokenLine[]> {
  const known = new Map<LineToDub, Spoken>();
  const wanted = lines.filter(({ text }) => text !== null);
  const voiceOf = ({ speaker }: LineToDub) => choice.speakers[speaker] ?? choice.voice;
  const say = (all: readonly LineToDub[]) =>
    inLanes(all, async (line) => {
      known.set(line, await speak(ctx, speaking, { text: line.text ?? '', voice: voiceOf(line) }));
      progress(known.size / wanted.length);
    });
  const longest = wanted.toSorted((a, b) => readLength(b.text ?? '') - readLength(a.text ?? ''));
  const byVoice = Map.groupBy(longest, voiceOf);
  await say([...byVoice.values()].flatMap((own) => own.slice(0, MEASURED)));
  const rates = new Map([...byVoice].map(([voice, own]) => [voice, rateOf(own, known)]));
  const lengthOf = (line: LineToDub): number | null => {
    const spoken = known.get(line);
    if (line.text === null || (spoken !== undefined && !('node' in spoken))) return null;
    if (spoken !== undefined) return spoken.milliseconds;
    const rate = rates.get(voiceOf(line)) ?? null;
    return rate === null ? 0 : Math.round((readLength(line.text) * 1000) / rate);
  };
  const plan = () =>
    planSlowDub(
      lines.map((line): DubLine => ({ ...line, spoken: lengthOf(line) })),
      total,
      choice.slow,
    ).places;
  const mostOf = new Map(plan().map(({ most }, at) => [lines[at], most]));
  const isHopeless = (line: LineToDub) => (lengthOf(line) ?? 0) > (mostOf.get(line) ?? 0) * HOPELESS;
  await say(wanted.filter((line) => !known.has(line) && !isHopeless(line)));
  const places = plan();
  return lines.flatMap((line, at) => {
    const place = places[at];
    const own = { line, spoken: known.get(line) ?? null, milliseconds: lengthOf(line) };
    return place === undefined ? [] : [{ ...own, place }];
  });
}

/** Letters a second of a voice, by those of its lines that were said; null where none was. */
function rateOf(lines: readonly LineToDub[], known: ReadonlyMap<LineToDub, Spoken>): number | null {
  let [letters, milliseconds] = [0, 0];
  for (const line of lines) {
    const spoken = known.get(line);
    if (spoken === undefined || !('node' in spoken)) continue;
    letters += readLength(line.text ?? '');
    milliseconds += spoken.milliseconds;
  }
  return milliseconds === 0 ? null : (letters * 1000) / milliseconds;
}
