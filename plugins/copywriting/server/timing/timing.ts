import { createHash } from 'node:crypto';

import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { cuesOfWords, timeable } from '#core/contract/timed-text/cues-of-words.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import { wantWork } from '#core/server/services/jobs/want-work.ts';
import { ALIGNER, type Aligner, type KnownText } from '#plugins/engines/server/api.ts';

import { TIME_TEXT, timedOf, type openTiming as call, type Timing } from '#plugins/copywriting/calls.ts';
import { wantedTextSchema, type WantedText } from '#plugins/copywriting/limits.ts';
import { sourceOf } from '../source-of.ts';

/**
 * What is known of when a text is said in a video; where that is nothing, it is found out from now on.
 * @throws expected `copywriting:video-missing` (422), `copywriting:aligner-missing` (503), and what the aligner says
 */
export async function openTiming(
  ctx: ServerContext,
  accountId: string,
  { again, ...wanted }: z.output<typeof call.body>,
  reader: MessageLanguage,
): Promise<Timing> {
  const source = await sourceOf(ctx, accountId, wanted.id);
  const known = knownOf(wanted);
  const subjectId = timedOf(wanted.id, createHash('sha256').update(JSON.stringify(known)).digest('hex').slice(0, 32));
  const recall = () => alignerOf(ctx).recall(source, known);
  const words = await recall();
  if (words !== null) {
    const cues = cuesOfWords(known.text, words, wanted.language, wanted.to ?? Infinity);
    return { state: 'timed', progress: 1, error: null, subjectId, cues };
  }
  const work = { plugin: 'copywriting', job: TIME_TEXT, subjectId, payload: wanted };
  const { state, ...told } = await wantWork(
    ctx,
    { ...work, accountId, again, isKnown: async () => (await recall()) !== null },
    reader,
  );
  return { ...told, state: state === 'working' ? 'timing' : 'failed', subjectId, cues: [] };
}

/** The job that finds out when a text is said in a video, unless that was found out before. */
export function timeTextJob(ctx: ServerContext): JobHandler {
  return async (job) => {
    const wanted = wantedTextSchema.parse(job.payload);
    const source = await sourceOf(ctx, job.task.accountId, wanted.id);
    const onProgress = (done: number, left: number | null) => job.progress(done, left ?? undefined);
    await alignerOf(ctx).align(source, { ...knownOf(wanted), signal: job.signal, onProgress });
    await job.complete();
  };
}

function knownOf({ text, language, from, to }: WantedText): KnownText {
  const span = { start: from / 1000, end: to === null ? Infinity : to / 1000 };
  return { text: timeable(text), language, ...(from === 0 && to === null ? {} : { span }) };
}

/** @throws expected `copywriting:aligner-missing` (503) */
function alignerOf(ctx: ServerContext): Aligner {
  return ctx.use(ALIGNER) ?? fail('copywriting:aligner-missing', {}, { kind: 'unavailable' });
}
