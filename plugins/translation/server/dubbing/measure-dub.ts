import { setImmediate as breathe } from 'node:timers/promises';

import { ExpectedError } from '#core/contract/errors.ts';
import type { SpeechSpan } from '#core/contract/speech.ts';
import { lettersThatFit } from '#core/contract/speech-pace.ts';
import { readLength } from '#core/contract/timed-text/reading.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { untrustedInput } from '#core/server/services/media/runner.ts';
import { SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';
import { hearSpeech } from '#core/server/services/media/speech/speech-node.ts';

import type { DubLineReport } from '#plugins/translation/dub-calls.ts';
import { createDownsampler, findLine, SEARCH_RATE, readDownsampled } from './find-line.ts';
import type { SpokenLine } from './speak-lines.ts';

/** Where somebody speaks in a file; null where nothing on this machine hears that. */
export async function hearIn(
  ctx: Pick<ServerContext, 'media'>,
  source: NodeSource,
  signal: AbortSignal,
): Promise<SpeechSpan[] | null> {
  try {
    return await hearSpeech(ctx.media, source, { signal });
  } catch (error) {
    if (error instanceof ExpectedError && error.code === 'core:media.no-ear') return null;
    throw error;
  }
}

interface Finished {
  path: string;
  /** WAVs of the lines in it, by their cues. */
  sounds: ReadonlyMap<string, string>;
  lines: readonly SpokenLine[];
  /** Seconds of the video. */
  seconds: number;
  folder: string;
  signal: AbortSignal;
}

/** What became of each line. How long it takes, and where and how it is heard, is measured and not taken from the plan. */
export async function measureDub(
  ctx: Pick<ServerContext, 'media'>,
  { path, sounds, lines, seconds, folder, signal }: Finished,
): Promise<DubLineReport[]> {
  const { runner, hasher } = ctx.media;
  const small = createDownsampler(seconds);
  await runner.ffmpeg({
    ...{ cwd: folder, signal, nice: 10, timeout: 120 + seconds },
    // In step with the picture, as players show it.
    args: [
      ...[...untrustedInput(path), '-map', '0:a:0', '-af', `aresample=${SAMPLE_RATE}:async=1:first_pts=0`],
      ...['-ac', '1', '-f', 's16le', 'pipe:1'],
    ],
    onOutput: (chunk) => small.add(chunk),
  });
  const finished = small.samples();
  const source: NodeSource = { hash: await hasher.hash(path, signal), name: 'dub.mp4', read: (use) => use(path) };
  const spans = await hearIn(ctx, source, signal);
  const report: DubLineReport[] = [];
  for (const spoken of lines) {
    const one = reportOf(spoken);
    if (one === null) continue;
    const own = sounds.get(one.cue);
    if (own === undefined) {
      report.push({ ...one, takes: 0, borrowed: 0, drift: null, heard: null });
      continue;
    }
    const { start } = one;
    const sound = await readDownsampled(own);
    const takes = Math.round((sound.length * 1000) / SEARCH_RATE);
    const found = findLine(finished, sound, start / 1000);
    report.push({
      ...{ ...one, takes, borrowed: Math.max(0, start + takes - spoken.place.end) },
      drift: found === null ? null : Math.round(found * 10_000 - start * 10) / 10,
      heard: spans === null ? null : shareHeard(spans, { start, takes }),
    });
    await breathe();
  }
  return report;
}

/** What is known of a line by its own sound; null for one that was not to be spoken. */
function reportOf({
  line,
  spoken,
  milliseconds,
  place,
}: SpokenLine): Omit<DubLineReport, 'takes' | 'borrowed' | 'drift' | 'heard'> | null {
  const { cue, text } = line;
  if (text === null) return null;
  const { start, room, factor, fits, picture, most } = place;
  const letters = readLength(text);
  const fault = spoken !== null && 'fault' in spoken ? spoken.fault : fits ? null : 'long';
  return {
    ...{ cue, text, start, until: start + room, factor, picture, fault, letters },
    ...{ spoken: milliseconds, isEstimated: spoken === null },
    transcript: spoken !== null && 'node' in spoken ? spoken.transcript : null,
    service: spoken !== null && 'node' in spoken ? spoken.service : null,
    most: milliseconds === null ? null : lettersThatFit({ letters, spoken: milliseconds, room: most }, 1),
  };
}

/** The share of a line in which somebody is heard. */
function shareHeard(spans: readonly SpeechSpan[], { start, takes }: { start: number; takes: number }): number {
  const [from, to] = [start / 1000, (start + takes) / 1000];
  const heard = spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.end) - Math.max(from, span.start)), 0);
  return takes === 0 ? 0 : Math.round((heard / (to - from)) * 100) / 100;
}
