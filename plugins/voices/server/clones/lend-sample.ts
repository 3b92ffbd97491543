import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import { monoWav } from '#core/server/services/media/sound/mono-wav.ts';
import type { VoiceSample, VoicesProvider } from '#core/server/services/providers/voices.ts';

import { voicesRecordings, type VoiceRow } from '../tables.ts';
import { bestStretch } from './best-stretch.ts';

type Parts = Pick<ServerContext, 'db' | 'files' | 'media' | 'temporaryFolder'>;

/**
 * Lends the sample of a voice with its consent, as a service takes it: of one that is too long for that, the part with
 * the most speech.
 * @throws expected `voices:missing` (404), `voices:sample-short` (422)
 */
export async function lendSample<T>(
  ctx: Parts,
  { id, accountId, text, language }: VoiceRow,
  { least, most }: VoicesProvider['sample'],
  use: (sample: VoiceSample) => Promise<T>,
): Promise<T> {
  const rows = await ctx.db.scope(accountId).select(voicesRecordings, { where: eq(voicesRecordings.voiceId, id) });
  const sample = rows.find(({ kind }) => kind === 'sample');
  const consent = rows.find(({ kind }) => kind === 'consent');
  const facts = sample?.facts ?? null;
  if (sample === undefined || facts === null) return fail('voices:missing', {}, { kind: 'not-found' });
  if (facts.seconds < least) fail('voices:sample-short', { least }, { kind: 'invalid' });
  const lent = async (fileId: string, take: (path: string) => Promise<T>): Promise<T> =>
    await ctx.files.withLocal(await ctx.files.get(accountId, fileId), take);
  const withConsent = async (found: Omit<VoiceSample, 'consent'>): Promise<T> =>
    consent === undefined
      ? await use({ ...found, consent: null })
      : await lent(consent.fileId, (path) => use({ ...found, consent: path }));
  return await lent(sample.fileId, async (path) => {
    if (facts.seconds <= most) return await withConsent({ path, seconds: facts.seconds, text, language });
    const { start, seconds } = bestStretch(facts.spans, { total: facts.seconds, most });
    const work = join(ctx.temporaryFolder, temporaryName());
    await mkdir(work, { recursive: true });
    try {
      const part = join(work, 'sample.wav');
      const cut = ['-ss', start.toFixed(3), '-t', seconds.toFixed(3), '-i', path, ...monoWav(part)];
      await ctx.media.runner.ffmpeg({ cwd: work, args: cut });
      // What is written down is said in all of it.
      return await withConsent({ path: part, seconds, text: null, language });
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  });
}
