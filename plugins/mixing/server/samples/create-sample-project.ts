import { and, eq, isNull, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { AccountScope } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';

import { insertMixProject } from '../projects/create-mix-project.ts';
import { presentMixProject } from '../projects/present-mix-project.ts';
import { mixingProjects } from '../tables.ts';
import { adoptSample } from './adopt-sample.ts';
import { DRAW_SAMPLES } from './job-names.ts';
import { sampleDocument, withSamplePart } from './sample-document.ts';
import { findSample, SAMPLE_PARTS } from './sample-set.ts';

/**
 * Makes a project of our own clips; while the account has one, that is answered. Parts that this installation has
 * drawn before are in it at once. The first time a task draws the others, and the project fills group by group:
 * each time its revision rises and `mixing.project` tells.
 * @throws expected `core:space-full` (413)
 */
export async function createSampleProject(ctx: ServerContext, accountId: string, language: MessageLanguage) {
  const existing = await findSampleProject(ctx.db.scope(accountId));
  if (existing !== undefined) return presentMixProject(existing);
  const drawn = await Promise.all(SAMPLE_PARTS.map(async (part) => ({ part, files: await findSample(ctx, part) })));
  return ctx.db.transaction(async (tx) => {
    await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mixing-sample ${accountId}`}, 0))`);
    const meanwhile = await findSampleProject(tx.scope(accountId));
    if (meanwhile !== undefined) return presentMixProject(meanwhile);
    let document = sampleDocument(language);
    for (const { part, files } of drawn) {
      if (files === null) continue;
      const ids = await adoptSample(ctx, tx, { accountId, part, files, language });
      document = withSamplePart(document, part, ids) ?? document;
    }
    const project = await insertMixProject(ctx, tx, accountId, document, { sample: true });
    if (drawn.some(({ files }) => files === null)) {
      await ctx.jobs.enqueue(tx, DRAW_SAMPLES, { accountId, payload: { projectId: project.id, language } });
    }
    return presentMixProject(project);
  });
}

async function findSampleProject(scope: AccountScope) {
  const own = and(eq(mixingProjects.sample, true), isNull(mixingProjects.deletedAt));
  return scope.find(mixingProjects, own ?? eq(mixingProjects.sample, true));
}
