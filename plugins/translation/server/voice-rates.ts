import { and, desc, eq, sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { chosenSpeaker } from '#core/server/services/providers/chosen-voice.ts';

import { voiceFor } from './batch/voices.ts';
import { voiceSources } from './dubbing/voice-sources.ts';
import type { OfLanguage } from './lines.ts';
import { letterRate, voiceOf, type Measured, type VoiceChoice } from './measured-rates.ts';
import { orNone } from './or-none.ts';
import { translationBatches, translationBatchVideos, translationDubs, translationVoiceRates } from './tables.ts';

const orderOf = ({ engine, voice }: Measured): string => JSON.stringify([engine, voice ?? '']);

/** Keeps how fast voices of a language are; what was measured before counts half. */
export async function keepRates(
  { clock }: Pick<ServerContext, 'clock'>,
  tx: Tx,
  { accountId, language }: Pick<OfLanguage, 'accountId' | 'language'>,
  rates: readonly Measured[],
): Promise<void> {
  const { letters, milliseconds } = translationVoiceRates;
  // In one order, so that two dubs which end together do not wait for each other.
  const inOrder = rates.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  for (const { voice, ...rate } of inOrder) {
    const row = { accountId, language, ...rate, voice: voice ?? '', updatedAt: clock.now() };
    await tx.orm
      .insert(translationVoiceRates)
      .values(row)
      .onConflictDoUpdate({
        target: [
          translationVoiceRates.accountId,
          translationVoiceRates.language,
          translationVoiceRates.engine,
          translationVoiceRates.voice,
        ],
        set: {
          letters: sql`${letters} / 2 + ${rate.letters}`,
          milliseconds: sql`${milliseconds} / 2 + ${rate.milliseconds}`,
          updatedAt: row.updatedAt,
        },
      });
  }
}

/**
 * How fast the lines of a language will be spoken, by speaker: letters a second of the voice that its last dub had, that
 * the batch which it belongs to will have, or that the account has dubbed this language with last.
 * @returns null for a voice that was not measured for long enough, and where nothing can speak
 */
export async function ratesOf(
  ctx: ServerContext,
  own: OfLanguage,
): Promise<(speaker: string) => Promise<number | null>> {
  const choice = (await lastChoice(ctx.db, own)) ?? (await batchChoice(ctx, own)) ?? (await usedChoice(ctx.db, own));
  const known = new Map<string | null, Promise<number | null>>();
  return async (speaker) => {
    const voice = voiceOf(choice, speaker);
    const rate = known.get(voice) ?? rateOf(ctx, own, voice);
    known.set(voice, rate);
    return await rate;
  };
}

async function lastChoice({ orm }: Tx, { accountId, id, language }: OfLanguage): Promise<VoiceChoice | undefined> {
  const dub = translationDubs;
  const [row] = await orm
    .select({ choice: dub.choice })
    .from(dub)
    .where(and(eq(dub.accountId, accountId), eq(dub.projectId, id), eq(dub.language, language)))
    .orderBy(desc(dub.id))
    .limit(1);
  return row?.choice;
}

async function batchChoice(
  ctx: ServerContext,
  { accountId, id, language }: OfLanguage,
): Promise<VoiceChoice | undefined> {
  const [batch, video] = [translationBatches, translationBatchVideos];
  const [row] = await ctx.db.orm
    .select({ options: batch.options, reader: batch.reader })
    .from(batch)
    .innerJoin(video, eq(video.batchId, batch.id))
    .where(and(eq(batch.accountId, accountId), eq(video.projectId, id), sql`${batch.options} -> 'dub' <> 'null'`))
    .orderBy(desc(batch.id))
    .limit(1);
  const dub = row?.options.dub ?? null;
  if (row === undefined || dub === null) return undefined;
  const voice = await orNone(voiceFor(ctx, language, dub, row.reader));
  return voice === undefined ? undefined : { voice, speakers: {} };
}

async function usedChoice({ orm }: Tx, { accountId, language }: OfLanguage): Promise<VoiceChoice> {
  const rate = translationVoiceRates;
  const [row] = await orm
    .select({ voice: rate.voice })
    .from(rate)
    .where(and(eq(rate.accountId, accountId), eq(rate.language, language)))
    .orderBy(desc(rate.updatedAt))
    .limit(1);
  return { voice: row === undefined || row.voice === '' ? null : row.voice, speakers: {} };
}

async function rateOf(
  ctx: ServerContext,
  { accountId, language }: OfLanguage,
  voice: string | null,
): Promise<number | null> {
  const speaker = await orNone(chosenSpeaker(voiceSources(ctx), accountId, { voice, language }));
  if (speaker === undefined) return null;
  const row = await ctx.db
    .scope(accountId)
    .find(translationVoiceRates, [
      eq(translationVoiceRates.language, language),
      eq(translationVoiceRates.engine, speaker.speech.id),
      eq(translationVoiceRates.voice, voice ?? ''),
    ]);
  return row === undefined ? null : letterRate(row);
}
