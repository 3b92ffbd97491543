import { and, desc, eq, sql } from 'drizzle-orm';

import { ExpectedError } from '#core/contract/errors.ts';
import { readLength } from '#core/contract/timed-text/reading.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { chosenSpeaker } from '#core/server/services/providers/chosen-voice.ts';

import type { DubChoice } from '../dub-calls.ts';
import { voiceFor } from './batch/voices.ts';
import { voiceSources } from './dubbing/voice-sources.ts';
import type { SpokenLine } from './dubbing/speak-lines.ts';
import type { OfLanguage } from './lines.ts';
import { translationBatches, translationBatchVideos, translationDubs, translationVoiceRates } from './tables.ts';

type Choice = Pick<DubChoice, 'voice' | 'speakers'>;

const voiceOf = ({ voice, speakers }: Choice, speaker: string): string | null => speakers[speaker] ?? voice;

/** Letters of one voice, and the milliseconds that it took for them. */
interface Measured {
  engine: string;
  voice: string | null;
  letters: number;
  milliseconds: number;
}

/** How fast each voice has said its lines, at its own pace. @throws as `chosenSpeaker` */
export async function measureRates(
  ctx: Pick<ServerContext, 'use' | 'providers'>,
  accountId: string,
  lines: readonly SpokenLine[],
  choice: Choice,
): Promise<Measured[]> {
  const byVoice = new Map<string | null, { letters: number; milliseconds: number }>();
  for (const { line, spoken } of lines) {
    if (spoken === null || !('node' in spoken)) continue;
    const voice = voiceOf(choice, line.speaker);
    const sum = byVoice.get(voice) ?? { letters: 0, milliseconds: 0 };
    sum.letters += readLength(line.text ?? '');
    sum.milliseconds += spoken.milliseconds;
    byVoice.set(voice, sum);
  }
  const all = [...byVoice];
  return await Promise.all(
    all.map(async ([voice, sum]) => ({
      engine: (await chosenSpeaker(voiceSources(ctx), accountId, voice)).speech.id,
      voice,
      ...sum,
    })),
  );
}

/** Keeps how fast voices of a language are; what was measured before counts half. */
export async function keepRates(
  { clock }: Pick<ServerContext, 'clock'>,
  tx: Tx,
  { accountId, language }: Pick<OfLanguage, 'accountId' | 'language'>,
  rates: readonly Measured[],
): Promise<void> {
  const { letters, milliseconds } = translationVoiceRates;
  for (const { voice, ...rate } of rates) {
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
 * @returns null for a voice that was not measured, and where nothing can speak
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

async function lastChoice({ orm }: Tx, { accountId, id, language }: OfLanguage): Promise<Choice | undefined> {
  const dub = translationDubs;
  const [row] = await orm
    .select({ choice: dub.choice })
    .from(dub)
    .where(and(eq(dub.accountId, accountId), eq(dub.projectId, id), eq(dub.language, language)))
    .orderBy(desc(dub.id))
    .limit(1);
  return row?.choice;
}

async function batchChoice(ctx: ServerContext, { accountId, id, language }: OfLanguage): Promise<Choice | undefined> {
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

async function usedChoice({ orm }: Tx, { accountId, language }: OfLanguage): Promise<Choice> {
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
  const speaker = await orNone(chosenSpeaker(voiceSources(ctx), accountId, voice));
  if (speaker === undefined) return null;
  const row = await ctx.db
    .scope(accountId)
    .find(translationVoiceRates, [
      eq(translationVoiceRates.language, language),
      eq(translationVoiceRates.engine, speaker.speech.id),
      eq(translationVoiceRates.voice, voice ?? ''),
    ]);
  return row === undefined || row.milliseconds === 0 ? null : (row.letters * 1000) / row.milliseconds;
}

/** Where nothing can speak, lines are translated all the same. */
async function orNone<T>(asked: Promise<T>): Promise<T | undefined> {
  return await asked.catch((error: unknown) => {
    if (error instanceof ExpectedError) return undefined;
    throw error;
  });
}
