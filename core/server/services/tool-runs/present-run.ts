import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import type { RunParts } from './parts.ts';
import { secondsLeft } from './run-progress.ts';
import { coreToolItems, coreToolRuns, type RunRow } from './tables.ts';
import type { Json } from './tool.ts';

export interface ListRunsOptions {
  tool: string;
  /** Only those of one thing, by what the tool lists them. */
  of?: string;
  cursor?: string;
  limit: number;
  language: MessageLanguage;
}

/** Runs as their owner sees them. */
export async function presentRuns(
  { db, clock, tools }: RunParts,
  accountId: string,
  rows: readonly RunRow[],
  language: MessageLanguage,
): Promise<ToolRun[]> {
  const { runId, state } = coreToolItems;
  const ids = rows.map((row) => row.id);
  const counts =
    ids.length === 0
      ? []
      : await db.orm
          .select({ runId, state, count: sql<number>`count(*)::int` })
          .from(coreToolItems)
          .where(and(eq(coreToolItems.accountId, accountId), inArray(runId, ids)))
          .groupBy(runId, state);
  const countOf = (id: string, ...states: string[]) =>
    counts.filter((row) => row.runId === id && states.includes(row.state)).reduce((sum, { count }) => sum + count, 0);
  const facts = await factsOf(tools, accountId, rows, language);
  return rows.map((row) => ({
    ...{ id: row.id, tool: row.tool, name: row.name, state: row.state, inputs: row.inputs, price: row.price },
    ...{ settings: row.settings, facts: facts.get(row.id) ?? row.facts, progress: row.progress },
    planned: row.plannedAt === null ? null : countOf(row.id, 'planned', 'made', 'failed'),
    made: countOf(row.id, 'made'),
    failed: countOf(row.id, 'failed'),
    secondsLeft: secondsLeft(row, clock.now()),
    error: row.error === null ? null : translate(language, row.error.code, row.error.params),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }));
}

/** What their tools say of runs, where these say it anew for whoever looks. */
async function factsOf(
  tools: RunParts['tools'],
  accountId: string,
  rows: readonly RunRow[],
  language: MessageLanguage,
): Promise<ReadonlyMap<string, Json>> {
  const said = await Promise.all(
    [...new Set(rows.map(({ tool }) => tool))].map(async (name) => {
      const own = rows.filter(({ tool }) => tool === name).map(({ id }) => id);
      return [...((await tools.get(name)?.runFacts?.(accountId, own, language)) ?? [])];
    }),
  );
  return new Map(said.flat());
}

/**
 * Lists the runs of a tool, newest first. The cursor is the last one's id.
 * @throws expected `core:http.cursor` (422)
 */
export async function listRuns(
  parts: RunParts,
  accountId: string,
  { tool, of, cursor, limit, language }: ListRunsOptions,
) {
  assertCursor(cursor);
  const scope = parts.db.scope(accountId);
  const listedBy = parts.tools.get(tool)?.listedBy;
  // Of a tool whose runs are of nothing, there are none of anything.
  const ofThing = listedBy === undefined ? sql`false` : sql`${coreToolRuns.settings} ->> ${listedBy} = ${of}`;
  const listed = and(eq(coreToolRuns.tool, tool), of === undefined ? undefined : ofThing);
  const rows = await scope.select(coreToolRuns, {
    // Ids rise by time.
    where: and(listed, cursor === undefined ? undefined : lt(coreToolRuns.id, cursor)),
    orderBy: desc(coreToolRuns.id),
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  return {
    items: await presentRuns(parts, accountId, items, language),
    nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
    total: await scope.count(coreToolRuns, listed),
  };
}

/** @throws expected `core:http.cursor` (422) */
export function assertCursor(cursor: string | undefined): void {
  if (cursor !== undefined && !z.uuid().safeParse(cursor).success) fail('core:http.cursor', {}, { kind: 'invalid' });
}
