import { eq, isNull } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { languageName } from '#core/contract/languages.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { createVoice as call, Recording } from '#plugins/voices/calls.ts';
import { voicesChanged } from '#plugins/voices/events.ts';
import { MOST_VOICES } from '#plugins/voices/limits.ts';
import { CLONE } from '../job-names.ts';
import { looseRecording } from '../recordings/own-recordings.ts';
import { voicesClones, voicesRecordings, type RecordingRow, type VoiceRow } from '../tables.ts';
import { sentenceFor } from './service-now.ts';

/**
 * Keeps a sample with the consent of the person as a voice, and has it made.
 * @throws expected `voices:most` (422), `voices:missing-recording` (404), `voices:unfit-recording`, `voices:consent.changed` (409),
 *   `voices:consent.spoken` (422), `core:speech.language`, `voices:sample-short` (422), and as `Providers.use`
 */
export async function createVoice(
  ctx: ServerContext,
  accountId: string,
  { name, language, sample, text, consent }: z.output<typeof call.body>,
  reader: MessageLanguage,
): Promise<VoiceRow> {
  const { provider } = await ctx.providers.use('voices');
  if (!(await provider.languages()).includes(language)) {
    fail('core:speech.language', { language: languageName(language, reader) }, { kind: 'invalid' });
  }
  if (consent.kind === 'signed' && provider.consentSentence !== undefined) {
    fail('voices:consent.spoken', {}, { kind: 'invalid' });
  }
  const sentence = sentenceFor(provider, language, reader);
  return await ctx.db.transaction(async (tx) => {
    // Two at once wait for each other here.
    await ctx.accounts.find(tx, accountId, { lock: true });
    const scope = tx.scope(accountId);
    if ((await scope.count(voicesClones)) >= MOST_VOICES)
      fail('voices:most', { most: MOST_VOICES }, { kind: 'invalid' });
    const id = uuid();
    const now = ctx.clock.now();
    const { facts } = await fitRecording(tx, { accountId, id: sample }, 'sample');
    const seconds = facts?.seconds ?? 0;
    if (seconds < provider.sample.least) {
      fail('voices:sample-short', { least: provider.sample.least }, { kind: 'invalid' });
    }
    const parts = [sample];
    if (consent.kind === 'spoken') {
      parts.push((await fitRecording(tx, { accountId, id: consent.recording }, 'consent')).id);
    }
    // What is kept as agreed to is what was shown.
    if (consent.sentence !== sentence) fail('voices:consent.changed', {}, { kind: 'conflict' });
    const [row] = await scope.insert(voicesClones, {
      ...{ id, name, language, text, seconds, state: 'cloning', error: null, copies: [] },
      ...{ consentKind: consent.kind, consentName: consent.name, consentSentence: sentence, consentAt: now },
      ...{ createdAt: now, updatedAt: now },
    });
    if (row === undefined) throw new TypeError('a voice was not inserted');
    for (const part of parts) {
      const loose = [eq(voicesRecordings.id, part), isNull(voicesRecordings.voiceId)] as const;
      const taken = await scope.update(voicesRecordings, [...loose], { voiceId: id });
      // It may be deleted at the same moment.
      if (taken.length === 0) fail('voices:missing-recording', {}, { kind: 'not-found' });
    }
    await ctx.jobs.enqueue(tx, CLONE, { accountId, payload: { id }, subjectId: id });
    await ctx.audit.record(tx, { actor: accountId, action: 'voice.created', target: id, accountId });
    await ctx.events.publish(tx, voicesChanged, { accountId, data: { id } });
    return row;
  });
}

/** @throws expected `voices:missing-recording` (404), `voices:unfit-recording` (409) */
async function fitRecording(
  tx: Tx,
  own: { accountId: string; id: string },
  kind: Recording['kind'],
): Promise<RecordingRow> {
  const row = await looseRecording(tx, own);
  if (row.kind !== kind) return fail('voices:missing-recording', {}, { kind: 'not-found' });
  return row.state === 'fit' ? row : fail('voices:unfit-recording', {}, { kind: 'conflict' });
}
