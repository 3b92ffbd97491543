import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { throwIfCancelled } from '#core/server/services/media/abort-error.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { Project } from '../calls.ts';
import { askForLines, prepareAsking, reasonOf } from './ask-engine.ts';
import { keepText, translatedLines, type OfLanguage } from './lines.ts';
import { findProject, tell, type Own } from './project-rows.ts';
import { readProject } from './projects.ts';
import { isOpen, recallInto } from './recall.ts';
import { translationTargets, type TargetRow } from './tables.ts';
import { wakeBatches } from './wake-batches.ts';

/** The job that has the open lines of one language translated. */
export const TRANSLATE = 'translation.translate';

const payloadSchema = z.strictObject({ id: z.uuid(), language: z.string(), waits: z.number().default(0) });

/** How often a job waits for a service that takes no more for now, and milliseconds that it waits at most. */
const [MOST_WAITS, LONGEST_WAIT] = [20, 60 * 60_000];
/** Jobs of one process at once: they wait for the service. */
const AT_ONCE = 8;

/**
 * Has the service translate what is open in some languages.
 * @throws expected `translation:missing` (404), and as `Providers.use`
 */
export async function startTranslation(
  ctx: ServerContext,
  own: Own,
  languages: readonly string[],
  language: MessageLanguage,
): Promise<Project> {
  await beginTranslation(ctx, own, languages);
  return await readProject(ctx, own, language);
}

/**
 * The same, without reading the project.
 * @param begun called in the transaction that begins it
 */
export async function beginTranslation(
  ctx: ServerContext,
  own: Own,
  languages: readonly string[],
  begun?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await findProject(ctx.db, own);
  // Says at once what is missing, rather than in every language.
  await ctx.providers.use('translation');
  await ctx.db.transaction(async (tx) => {
    await findProject(tx, own);
    const { accountId, id } = own;
    const targets = await lockTargets(tx, own, languages);
    for (const tag of new Set(languages)) {
      const target = targets.get(tag) ?? fail('translation:missing', {}, { kind: 'not-found' });
      if (target.state === 'working') continue;
      await setTarget(ctx, tx, { ...own, language: tag }, { state: 'working', error: null });
      await ctx.jobs.enqueue(tx, TRANSLATE, { accountId, subjectId: id, payload: { id, language: tag } });
    }
    await begun?.(tx);
  });
}

/** A job that ends just now is waited for: else nobody would tell what counts on it that it has ended. */
async function lockTargets(
  tx: Tx,
  { accountId, id }: Own,
  languages: readonly string[],
): Promise<ReadonlyMap<string, TargetRow>> {
  const { projectId, language } = translationTargets;
  const rows = await tx.orm
    .select()
    .from(translationTargets)
    .where(and(eq(translationTargets.accountId, accountId), eq(projectId, id), inArray(language, [...languages])))
    .orderBy(asc(language))
    .for('update');
  return new Map(rows.map((row) => [row.language, row]));
}

const targetOf = ({ id, language }: OfLanguage): [SQL, SQL] => [
  eq(translationTargets.projectId, id),
  eq(translationTargets.language, language),
];

async function setTarget(
  ctx: ServerContext,
  tx: Tx,
  own: OfLanguage,
  values: Pick<TargetRow, 'state' | 'error'>,
): Promise<void> {
  await tx.scope(own.accountId).update(translationTargets, targetOf(own), values);
  await tell(ctx, tx, own);
  if (values.state !== 'working') await wakeBatches(ctx, tx, own);
}

/** Translates the open lines of a language; what others type meanwhile stays. */
export function translateJob(ctx: ServerContext): JobHandler {
  const run: JobHandler = async (job) => {
    const { waits, ...named } = payloadSchema.parse(job.payload);
    const own = { ...named, accountId: job.task.accountId };
    try {
      await translateOpen(ctx, own, job);
    } catch (error) {
      throwIfCancelled(job.signal);
      const isKnown = error instanceof ProviderFailure || error instanceof ExpectedError;
      // Without a reason, or where it may soon go on, the queue tries again.
      if (!isKnown || (error.kind === 'unavailable' && error instanceof ProviderFailure)) throw error;
      const until = error instanceof ProviderFailure && error.kind === 'limited' ? error.until : null;
      const goesOn = until !== null && waits < MOST_WAITS && until.getTime() - ctx.clock.now().getTime() < LONGEST_WAIT;
      await job.complete(async (tx) => {
        await setTarget(ctx, tx, own, { state: goesOn ? 'working' : 'failed', error: reasonOf(error) });
        if (!goesOn) return;
        const payload = { ...named, waits: waits + 1 };
        await ctx.jobs.enqueue(tx, TRANSLATE, {
          ...{ accountId: own.accountId, subjectId: own.id, payload, startAfter: until },
        });
      });
      return;
    }
    await job.complete((tx) => setTarget(ctx, tx, own, { state: 'idle', error: null }));
  };
  return Object.assign(run, { atOnce: AT_ONCE });
}

async function translateOpen(ctx: ServerContext, own: OfLanguage, { signal, progress }: Parameters<JobHandler>[0]) {
  const project = await findProject(ctx.db, own);
  const { accountId, id, language: to } = own;
  await ctx.db.transaction((tx) => recallInto(ctx, tx, { accountId, id, from: project.from, to }));
  const all = await translatedLines(ctx.db, own);
  const open = all.filter(isOpen);
  if (open.length === 0) return;
  const revisions = new Map(open.map(({ line, text }) => [line.cue, text?.revision ?? 0]));
  let done = 0;
  const lines = all.map(({ line }) => line);
  await askForLines(await prepareAsking(ctx, project, { to, all: lines }), {
    all: lines,
    open: open.map(({ line }) => line),
    signal,
    async take(found, service) {
      if (found.length === 0) return;
      await ctx.db.transaction(async (tx) => {
        for (const { line, text } of found) {
          const revision = revisions.get(line.cue) ?? 0;
          // Of what somebody has written meanwhile nothing is lost: it has another revision by then.
          const kept = await keepText(
            tx,
            { ...own, cue: line.cue },
            {
              ...{ text, source: line.text, state: 'drafted', origin: 'engine', score: null, revision, service },
              updatedAt: ctx.clock.now(),
            },
          );
          if (kept !== undefined) revisions.set(line.cue, kept.revision);
        }
        await tell(ctx, tx, own);
      });
      done += found.length;
      progress(Math.min(1, done / open.length));
    },
  });
}

/** A language whose job ended without a result. */
export function translateEnded(ctx: ServerContext): FailureHandler {
  return async (tx, { accountId, state }, payload) => {
    const { id, language } = payloadSchema.parse(payload);
    const error = state === 'cancelled' ? null : { code: 'translation:engine.unavailable' as const, params: {} };
    await setTarget(ctx, tx, { accountId, id, language }, { state: error === null ? 'idle' : 'failed', error });
  };
}
