import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { MessageParams } from '#core/contract/errors.ts';
import type { SpeechSpan } from '#core/contract/speech.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';

import type { FINDINGS, Recording, RECORDING_ORIGINS, VoiceState } from '../calls.ts';

const time = () => timestamp({ withTimezone: true });

/** What was found out about a recording. */
export interface RecordingFacts {
  seconds: number;
  /** Where somebody speaks in it. */
  spans: SpeechSpan[];
  findings: { code: (typeof FINDINGS)[number]; refuses: boolean; params: MessageParams }[];
}

/** Recordings that were sent: samples and consents. */
export const voicesRecordings = pgTable(
  'voices_recordings',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    /** The bytes as they were sent; from the check on a WAV of 24 kHz, one channel. */
    fileId: uuid()
      .notNull()
      .references(() => coreFiles.id),
    kind: text().$type<Recording['kind']>().notNull(),
    origin: text().$type<(typeof RECORDING_ORIGINS)[number]>().notNull(),
    name: text().notNull(),
    state: text().$type<Recording['state']>().notNull(),
    /** Why it could not be listened to. */
    error: jsonb().$type<RunError>(),
    facts: jsonb().$type<RecordingFacts>(),
    /** The voice that it is part of. */
    voiceId: uuid(),
    createdAt: time().notNull(),
  },
  (table) => [
    index('voices_recordings_account').on(table.accountId, table.createdAt),
    index('voices_recordings_voice').on(table.voiceId),
    index('voices_recordings_file').on(table.fileId),
  ],
);

/** A voice at a service. */
export interface VoiceCopy {
  /** The adapter's id. */
  service: string;
  /** What the service calls the voice; null until it has said so, though it may have begun. */
  voice: string | null;
  /** Whether the service keeps anything that has to be deleted there; true by default. */
  isKept?: boolean;
}

/** Voices that were made of samples. */
export const voicesClones = pgTable(
  'voices_clones',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    name: text().notNull(),
    state: text().$type<VoiceState>().notNull(),
    error: jsonb().$type<RunError>(),
    language: text().notNull(),
    /** What the sample says; null where nobody has written it down. */
    text: text(),
    seconds: doublePrecision().notNull(),
    /** By each service that has made it. */
    copies: jsonb().$type<VoiceCopy[]>().notNull(),
    consentKind: text().$type<'spoken' | 'signed'>().notNull(),
    /** Who has agreed, to which sentence, and when. */
    consentName: text().notNull(),
    consentSentence: text().notNull(),
    consentAt: time().notNull(),
    uses: integer().notNull().default(0),
    usedAt: time(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [index('voices_clones_newest').on(table.accountId, table.id)],
);

/**
 * Copies at services of voices that are gone, such as with their account, until they are deleted there. Nothing in it is of
 * a person, and it has no account: it outlives one. The database fills it when voices are deleted.
 */
export const voicesLeftCopies = pgTable(
  'voices_left_copies',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The adapter's id. */
    service: text().notNull(),
    /** What the service calls the voice; null where nobody knows whether it has made one. */
    voice: text(),
    /** The id of the voice that is gone, by which the service finds what it has made of it. */
    reference: uuid().notNull(),
    /** When it is tried next, and how often that failed. */
    dueAt: time().notNull(),
    tries: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('voices_left_copies_of').on(table.service, table.reference),
    index('voices_left_copies_due').on(table.dueAt),
  ],
);

export type LeftCopy = typeof voicesLeftCopies.$inferSelect;
export type RecordingRow = typeof voicesRecordings.$inferSelect;
export type VoiceRow = typeof voicesClones.$inferSelect;
