import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { SpeechSpan } from '#core/contract/speech.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import { untrustedInput } from '#core/server/services/media/runner.ts';
import { monoWav, readMonoWav, VOICE_RATE } from '#core/server/services/media/sound/mono-wav.ts';
import { readSpeech, speechNode } from '#core/server/services/media/speech/speech-node.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';

import { recordingChanged } from '#plugins/voices/events.ts';
import { SECONDS } from '#plugins/voices/limits.ts';
import { voicesRecordings, type RecordingFacts, type RecordingRow } from '../tables.ts';
import { examine } from './examine.ts';
import { judge } from './judge.ts';

const payloadSchema = z.object({ id: z.uuid() });
/** Seconds of computing that decoding takes at most: minutes of sound are decoded within a few. */
const DECODING = 60;

/**
 * The job that listens to a recording: makes a WAV of whatever was sent, and says what is wrong with it. One that cannot
 * be used has its reasons; the task itself has then done what it was for.
 */
export function checkJob(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { id } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const row = await ctx.db.scope(accountId).find(voicesRecordings, eq(voicesRecordings.id, id));
    if (row?.state !== 'checking') return void (await job.complete());
    const work = join(ctx.temporaryFolder, temporaryName());
    await mkdir(work, { recursive: true });
    try {
      const wav = await decode(ctx, row, work, job.signal);
      job.progress(0.3);
      const facts = await listen(ctx, row, wav, job.signal);
      let free = async (): Promise<void> => undefined;
      await job.complete(async (tx) => {
        free = await keep(ctx, tx, row, { wav, facts });
      });
      await free();
    } catch (error) {
      if (!(error instanceof ExpectedError) || error.kind === 'unavailable') throw error;
      const { code, params } = error;
      await job.complete((tx) => end(ctx, tx, row, { code, params }));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
}

/** A recording that could not be listened to however often that was tried. */
export const checkFailed =
  (ctx: ServerContext): FailureHandler =>
  async (tx, { accountId, error }, payload) => {
    const { id } = payloadSchema.parse(payload);
    const row = await tx.scope(accountId).find(voicesRecordings, eq(voicesRecordings.id, id));
    if (row?.state === 'checking') await end(ctx, tx, row, error ?? { code: 'voices:unchecked', params: {} });
  };

async function decode(ctx: ServerContext, row: RecordingRow, work: string, signal: AbortSignal): Promise<string> {
  const file = await ctx.files.get(row.accountId, row.fileId);
  const wav = join(work, 'recording.wav');
  try {
    await ctx.files.withLocal(file, (path) =>
      ctx.media.runner.ffmpeg({
        ...{ cwd: work, signal, cpuSeconds: DECODING },
        args: [
          ...[...untrustedInput(path), '-map', '0:a:0', '-t', String(SECONDS.most + 1)],
          // Some browsers begin late, or leave holes.
          ...['-af', `aresample=${VOICE_RATE}:async=1:first_pts=0`, ...monoWav(wav)],
        ],
      }),
    );
  } catch (error) {
    if (!(error instanceof ExpectedError) || error.code !== 'core:media.tool-failed') throw error;
    return fail('voices:unreadable', {}, { kind: 'invalid', cause: error });
  }
  return wav;
}

async function listen(
  { media }: ServerContext,
  { kind, name }: RecordingRow,
  wav: string,
  signal: AbortSignal,
): Promise<RecordingFacts> {
  const samples = await readMonoWav(wav);
  const seconds = samples.length / VOICE_RATE;
  if (seconds > SECONDS.most) fail('voices:too-long', { minutes: SECONDS.most / 60 }, { kind: 'invalid' });
  const spans = samples.length === 0 ? [] : await hear(media, { wav, name, seconds }, signal);
  return { seconds, spans, findings: judge(kind, examine(samples, VOICE_RATE, spans)) };
}

async function hear(
  { graph, runner }: ServerContext['media'],
  { wav, name, seconds }: { wav: string; name: string; seconds: number },
  signal: AbortSignal,
): Promise<SpeechSpan[]> {
  const hash = createHash('sha256')
    .update(await readFile(wav))
    .digest('hex');
  const source = { hash, name, read: <T>(use: (path: string) => Promise<T>) => use(wav) };
  const audio = { index: 0, codec: 'pcm_s16le', channels: 1, sampleRate: VOICE_RATE, startTime: 0, duration: seconds };
  const node = speechNode(runner, source, { container: 'wav', video: null, audio, duration: seconds });
  return await graph.make([node], ([folder = '']) => readSpeech(folder), { signal });
}

/** Keeps the WAV in place of what was sent, unless the recording was removed meanwhile. */
async function keep(
  ctx: ServerContext,
  tx: Tx,
  { id, accountId, fileId, name }: RecordingRow,
  { wav, facts }: { wav: string; facts: RecordingFacts },
): Promise<() => Promise<void>> {
  const scope = tx.scope(accountId);
  if ((await scope.find(voicesRecordings, eq(voicesRecordings.id, id))) === undefined) return async () => undefined;
  const named = `${name.replace(/\.[^.]*$/, '')}.wav`;
  const file = await ctx.files.addLocal(tx, accountId, wav, { name: named, type: 'audio/wav' });
  const state = facts.findings.some(({ refuses }) => refuses) ? 'unfit' : 'fit';
  const kept = await scope.update(voicesRecordings, eq(voicesRecordings.id, id), { fileId: file.id, facts, state });
  // Removed at this moment: the WAV is nobody's.
  if (kept.length === 0) return await ctx.files.forget(tx, accountId, [file.id]);
  await ctx.events.publish(tx, recordingChanged, { accountId, data: { id } });
  return await ctx.files.forget(tx, accountId, [fileId]);
}

async function end(ctx: ServerContext, tx: Tx, { id, accountId }: RecordingRow, error: RunError): Promise<void> {
  await tx.scope(accountId).update(voicesRecordings, eq(voicesRecordings.id, id), { state: 'unfit', error });
  await ctx.events.publish(tx, recordingChanged, { accountId, data: { id } });
}
