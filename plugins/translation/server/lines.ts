import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { tidyText } from '#core/contract/timed-text/tidy-text.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import { serviceName } from '#core/server/services/providers/service-name.ts';

import type * as calls from '../calls.ts';
import type { Line } from '../calls.ts';
import { remember } from './memory.ts';
import { findProject, tell } from './project-rows.ts';
import {
  translationLines,
  translationTargets,
  translationTexts,
  type LineRow,
  type ProjectRow,
  type TextRow,
} from './tables.ts';
import { wakeBatches } from './wake-batches.ts';

export interface OfLanguage {
  accountId: string;
  id: string;
  language: string;
}

/** The project, if it has that language. @throws expected `translation:missing` (404) */
export async function findLanguage(tx: Tx, { accountId, id, language }: OfLanguage): Promise<ProjectRow> {
  const project = await findProject(tx, { accountId, id });
  const { projectId, language: tag } = translationTargets;
  const target = await tx.scope(accountId).find(translationTargets, [eq(projectId, id), eq(tag, language)]);
  return target === undefined ? fail('translation:missing', {}, { kind: 'not-found' }) : project;
}

/** A line with what there is of its translation. */
export interface Translated {
  line: LineRow;
  text: TextRow | null;
}

/** All lines of a project in their order, with their translations into one language. */
export async function translatedLines(tx: Tx, { accountId, id, language }: OfLanguage): Promise<Translated[]> {
  const same = and(
    eq(translationTexts.projectId, translationLines.projectId),
    eq(translationTexts.cue, translationLines.cue),
    eq(translationTexts.language, language),
  );
  return await tx.orm
    .select({ line: translationLines, text: translationTexts })
    .from(translationLines)
    .leftJoin(translationTexts, same)
    .where(and(eq(translationLines.accountId, accountId), eq(translationLines.projectId, id)))
    .orderBy(asc(translationLines.position));
}

/** A line as pages show it. @param nameOf what a service is called */
export function presentLine({ line, text }: Translated, nameOf: (service: string) => string): Line {
  const { cue, start, end, speaker } = line;
  const isOpen = text === null || text.state === 'open';
  return {
    ...{ cue, start, end, speaker, source: line.text, text: text?.text ?? '' },
    state: text?.state ?? 'open',
    origin: isOpen ? null : text.origin,
    score: isOpen ? null : text.score,
    service: isOpen || text.origin !== 'engine' || text.service === null ? null : nameOf(text.service),
    isStale: !isOpen && text.source !== line.text,
    revision: text?.revision ?? 0,
  };
}

const nameIn =
  (providers: ServerContext['providers'], language: MessageLanguage) =>
  (service: string): string =>
    serviceName(providers, 'translation', service, language);

/** @throws expected `translation:missing` (404) */
export async function readLines(
  { db, providers }: Pick<ServerContext, 'db' | 'providers'>,
  own: OfLanguage,
  language: MessageLanguage,
): Promise<Line[]> {
  await findLanguage(db, own);
  const nameOf = nameIn(providers, language);
  return (await translatedLines(db, own)).map((each) => presentLine(each, nameOf));
}

/**
 * Keeps the translation of a line, unless it is no longer the one that was changed.
 * @throws expected `translation:missing` (404), `translation:changed-elsewhere` (409)
 */
export async function saveLine(
  ctx: ServerContext,
  own: OfLanguage & { cue: string },
  { text, isDone, origin, score, revision }: z.output<typeof calls.saveLine.body>,
  language: MessageLanguage,
): Promise<Line> {
  const words = tidyText(text);
  const isEmpty = words.trim() === '';
  return await ctx.db.transaction(async (tx) => {
    const project = await findLanguage(tx, own);
    const scope = tx.scope(own.accountId);
    const line = await scope.find(translationLines, [
      eq(translationLines.projectId, own.id),
      eq(translationLines.cue, own.cue),
    ]);
    if (line === undefined) return fail('translation:missing', {}, { kind: 'not-found' });
    const now = ctx.clock.now();
    const before = await scope.find(translationTexts, [
      eq(translationTexts.projectId, own.id),
      eq(translationTexts.language, own.language),
      eq(translationTexts.cue, own.cue),
    ]);
    const kept = await keepText(tx, own, {
      // Whoever accepts what a service has written still has it from there.
      service: before?.text === words ? before.service : null,
      ...{ text: isEmpty ? '' : words, source: line.text, origin, score, revision, updatedAt: now },
      state: isEmpty ? 'open' : isDone ? 'done' : 'drafted',
    });
    if (kept === undefined) return fail('translation:changed-elsewhere', {}, { kind: 'conflict' });
    if (kept.state === 'done') {
      const pair = { accountId: own.accountId, from: project.from, to: own.language };
      await remember(tx, pair, [{ source: line.text, target: kept.text }], now);
      await wakeBatches(ctx, tx, own);
    }
    await tell(ctx, tx, own);
    return presentLine({ line, text: kept }, nameIn(ctx.providers, language));
  });
}

/**
 * Writes the translation of a line that is at a revision; 0 for one that has none yet.
 * @returns undefined where it is at another one
 */
export async function keepText(
  tx: Tx,
  { accountId, id, language, cue }: OfLanguage & { cue: string },
  values: Pick<TextRow, 'text' | 'source' | 'state' | 'origin' | 'score' | 'revision' | 'updatedAt'> &
    Partial<Pick<TextRow, 'service'>>,
): Promise<TextRow | undefined> {
  const { revision } = values;
  const next = { service: null, ...values, revision: revision + 1 };
  if (revision === 0) {
    const [row] = await tx.orm
      .insert(translationTexts)
      .values({ accountId, projectId: id, language, cue, ...next })
      .onConflictDoNothing()
      .returning();
    return row;
  }
  const [row] = await tx
    .scope(accountId)
    .update(
      translationTexts,
      [
        eq(translationTexts.projectId, id),
        eq(translationTexts.language, language),
        eq(translationTexts.cue, cue),
        eq(translationTexts.revision, revision),
      ],
      next,
    );
  return row;
}

/** Accepts all drafts whose source has not changed, and remembers them. @returns how many */
export async function acceptDrafts(ctx: ServerContext, own: OfLanguage): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const { from } = await findLanguage(tx, own);
    const { accountId, id, language } = own;
    const now = ctx.clock.now();
    const { projectId, cue, text, source, state, revision } = translationTexts;
    const accepted = await tx.orm
      .update(translationTexts)
      .set({ state: 'done', revision: sql`${revision} + 1`, updatedAt: now })
      .where(
        and(
          eq(translationTexts.accountId, accountId),
          eq(projectId, id),
          eq(translationTexts.language, language),
          eq(state, 'drafted'),
          sql`exists (select from translation_lines line where line.project_id = ${id}::uuid and line.cue = ${cue}
            and line.text = ${source})`,
        ),
      )
      .returning({ source, target: text });
    await remember(tx, { accountId, from, to: language }, accepted, now);
    if (accepted.length > 0) {
      await tell(ctx, tx, own);
      await wakeBatches(ctx, tx, own);
    }
    return accepted.length;
  });
}
