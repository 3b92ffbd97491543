import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { Price } from '#core/contract/price.ts';
import type { TimedWord } from '#core/contract/timed-text/timed-cue.ts';
import type { SlowStretch } from '#core/contract/slow-stretches.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import { coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';

import type { BatchItemState, BatchOptions, BatchStage, BatchState, BatchVideoState } from '../batch-options.ts';
import type { DubChoice, DubLineReport } from '../dub-calls.ts';
import type { LANGUAGE_STATES, LINE_STATES, Origin, Project, Term } from '../calls.ts';

/** Texts that are translated. */
export const translationProjects = pgTable(
  'translation_projects',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    /** The text of the plugin that keeps texts; it may be gone. */
    textId: uuid().notNull(),
    /** The revision of the text that the lines are of. */
    textRevision: integer().notNull(),
    materialId: uuid().references(() => coreFiles.id, { onDelete: 'set null' }),
    name: text().notNull(),
    seconds: doublePrecision(),
    from: text().notNull(),
    tone: text().$type<Project['tone']>().notNull(),
    about: text().notNull(),
    terms: jsonb().$type<Term[]>().notNull(),
    product: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('translation_projects_newest').on(table.accountId, table.id),
    index('translation_projects_material').on(table.materialId),
  ],
);

const projectId = () =>
  uuid()
    .notNull()
    .references(() => translationProjects.id, { onDelete: 'cascade' });

/** The lines of a project's source. */
export const translationLines = pgTable(
  'translation_lines',
  {
    accountId: uuid().notNull(),
    projectId: projectId(),
    cue: text().notNull(),
    position: integer().notNull(),
    start: integer().notNull(),
    end: integer().notNull(),
    speaker: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.cue] })],
);

/** The languages of a project. */
export const translationTargets = pgTable(
  'translation_targets',
  {
    accountId: uuid().notNull(),
    projectId: projectId(),
    language: text().notNull(),
    position: integer().notNull(),
    state: text().$type<(typeof LANGUAGE_STATES)[number]>().notNull(),
    error: jsonb().$type<RunError>(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.language] })],
);

/** Translations of lines. Those of lines that are gone stay, for the case that they come back. */
export const translationTexts = pgTable(
  'translation_texts',
  {
    accountId: uuid().notNull(),
    projectId: projectId(),
    language: text().notNull(),
    cue: text().notNull(),
    text: text().notNull(),
    /** What it translates: another one than the line has now where the source was changed since. */
    source: text().notNull(),
    state: text().$type<(typeof LINE_STATES)[number]>().notNull(),
    origin: text().$type<Origin>().notNull(),
    score: integer(),
    /** The adapter of the service that has translated it; null where none has, and for what is older than this. */
    service: text(),
    revision: integer().notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.language, table.cue] })],
);

/** What an account has accepted: sentences with their translations. */
export const translationMemory = pgTable(
  'translation_memory',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    from: text().notNull(),
    to: text().notNull(),
    source: text().notNull(),
    /** The source without what makes no difference. */
    key: text().notNull(),
    target: text().notNull(),
    /** Numbers of its parts of three letters: what near ones are found by, without an extension of the database. */
    grams: integer().array().notNull(),
    usedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('translation_memory_exact').on(table.accountId, table.from, table.to, table.key),
    index('translation_memory_near').using('gin', table.grams),
  ],
);

/** What services have answered, by what they were asked: paid for once. */
export const translationAnswers = pgTable(
  'translation_answers',
  {
    accountId: uuid().notNull(),
    key: text().notNull(),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

/** The terms of an account. */
export const translationGlossaries = pgTable('translation_glossaries', {
  accountId: uuid().primaryKey(),
  terms: jsonb().$type<Term[]>().notNull(),
  revision: integer().notNull(),
});

/** A line as it was when a dub began. */
export interface LineToDub {
  cue: string;
  start: number;
  end: number;
  speaker: string;
  /** What is said; null for a line that is not accepted, where the original is heard. */
  text: string | null;
}

/** Dubs of languages of projects, each with the run that makes it. */
export const translationDubs = pgTable(
  'translation_dubs',
  {
    /** That of its run. */
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    projectId: projectId(),
    language: text().notNull(),
    choice: jsonb().$type<DubChoice>().notNull(),
    lines: jsonb().$type<LineToDub[]>().notNull(),
    report: jsonb().$type<DubLineReport[]>(),
    /** Where its video is slower, in milliseconds of the one that it was made from. */
    stretches: jsonb().$type<SlowStretch[]>().notNull().default([]),
    /** The finished video in the library, and its folder there. */
    materialId: uuid(),
    folderId: uuid().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('translation_dubs_newest').on(table.projectId, table.language, table.id),
    index('translation_dubs_material').on(table.materialId),
  ],
);

/** A line of a language, as it is exported. */
export interface ExportCue {
  cue: string;
  start: number;
  end: number;
  speaker: string;
  text: string;
  words: readonly TimedWord[];
}

/** The lines of the languages of an export as they were when it began, the original's always among them. */
export const translationExportLines = pgTable(
  'translation_export_lines',
  {
    accountId: uuid().notNull(),
    runId: uuid()
      .notNull()
      .references(() => coreToolRuns.id, { onDelete: 'cascade' }),
    language: text().notNull(),
    cues: jsonb().$type<readonly ExportCue[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.language] })],
);

/** How fast voices are at their own pace, as their last dubs have measured it. */
export const translationVoiceRates = pgTable(
  'translation_voice_rates',
  {
    accountId: uuid().notNull(),
    language: text().notNull(),
    /** The id of the service that speaks. */
    engine: text().notNull(),
    /** As choices name it; empty for the one that the service thinks best. */
    voice: text().notNull(),
    letters: integer().notNull(),
    milliseconds: integer().notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.language, table.engine, table.voice] })],
);

/** Videos that are led through text, translation, voice and subtitles in some languages. */
export const translationBatches = pgTable(
  'translation_batches',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    name: text().notNull(),
    state: text().$type<BatchState>().notNull(),
    options: jsonb().$type<BatchOptions>().notNull(),
    /** In the order in which they are worked on. */
    languages: jsonb().$type<string[]>().notNull(),
    /** What the tools cost when it began, by their names; what costs more since is not begun. */
    prices: jsonb().$type<Record<string, Price | null>>().notNull(),
    /** Where each language has a folder of its own. */
    folderId: uuid(),
    /** Whose language folders are named in. */
    reader: text().$type<MessageLanguage>().notNull(),
    /** Why it was paused, where its owner has not done so. */
    error: jsonb().$type<RunError>(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('translation_batches_newest').on(table.accountId, table.id)],
);

const batchId = () =>
  uuid()
    .notNull()
    .references(() => translationBatches.id, { onDelete: 'cascade' });

/** What was measured of a piece of work: when it began beside how many others, and the milliseconds that it took of them. */
const measured = () => ({
  beganAt: timestamp({ withTimezone: true }),
  beside: integer().notNull().default(1),
  spent: integer().notNull().default(0),
});

/** The videos of a batch, each with the text that all its languages are translated from. */
export const translationBatchVideos = pgTable(
  'translation_batch_videos',
  {
    accountId: uuid().notNull(),
    batchId: batchId(),
    materialId: uuid().notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    seconds: doublePrecision(),
    state: text().$type<BatchVideoState>().notNull(),
    error: jsonb().$type<RunError>(),
    textId: uuid(),
    /** The run that extracts it. */
    runId: uuid(),
    projectId: uuid(),
    ...measured(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.materialId] }),
    index('translation_batch_videos_run').on(table.runId),
    index('translation_batch_videos_project').on(table.projectId),
  ],
);

/** Each video of a batch in each language. */
export const translationBatchItems = pgTable(
  'translation_batch_items',
  {
    accountId: uuid().notNull(),
    batchId: batchId(),
    materialId: uuid().notNull(),
    language: text().notNull(),
    /** In which order it is worked on: one language after another. */
    place: integer().notNull(),
    stage: text().$type<BatchStage>().notNull(),
    state: text().$type<BatchItemState>().notNull(),
    error: jsonb().$type<RunError>(),
    /** Whether somebody has accepted its drafts unseen. */
    accepts: boolean().notNull().default(false),
    /** The run that dubs or writes it. */
    runId: uuid(),
    /** The finished video in the library, and its folder. */
    madeId: uuid(),
    folderId: uuid(),
    ...measured(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.materialId, table.language] }),
    index('translation_batch_items_next').on(table.batchId, table.state, table.place),
    index('translation_batch_items_run').on(table.runId),
    // What the last ones took: read while batches are followed, whosever they are.
    index('translation_batch_items_done')
      .on(table.endedAt)
      .where(sql`${table.state} = 'done'`),
  ],
);

export type ProjectRow = typeof translationProjects.$inferSelect;
export type LineRow = typeof translationLines.$inferSelect;
export type TargetRow = typeof translationTargets.$inferSelect;
export type TextRow = typeof translationTexts.$inferSelect;
export type BatchRow = typeof translationBatches.$inferSelect;
export type BatchVideoRow = typeof translationBatchVideos.$inferSelect;
export type BatchItemRow = typeof translationBatchItems.$inferSelect;
export type DubRow = typeof translationDubs.$inferSelect;
