import { and, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import type { RunParts } from './parts.ts';
import { secondsLeft } from './run-progress.ts';
import { coreToolItems, coreToolRuns, type RunRow } from './tables.ts';

/** Runs as their owner sees them. */
export async function presentRuns(
  { db, clock }: RunParts,
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
  return rows.map((row) => ({
    ...{ id: row.id, tool: row.tool, name: row.name, state: row.state, inputs: row.inputs, price: row.price },
    ...{ settings: row.settings, facts: row.facts, progress: row.progress },
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

/**
 * Lists the runs of a tool, newest first. The cursor is the last one's id.
 * @throws expected `core:http.cursor` (422)
 */
export async function listRuns(
  parts: RunParts,
  accountId: string,
  { tool, cursor, limit, language }: { tool: string; cursor?: string; limit: number; language: MessageLanguage },
) {
  assertCursor(cursor);
  const scope = parts.db.scope(accountId);
  const ofTool: SQL = eq(coreToolRuns.tool, tool);
  const rows = await scope.select(coreToolRuns, {
    // Ids rise by time.
    where: and(ofTool, cursor === undefined ? undefined : lt(coreToolRuns.id, cursor)),
    orderBy: desc(coreToolRuns.id),
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  return {
    items: await presentRuns(parts, accountId, items, language),
    nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
    total: await scope.count(coreToolRuns, ofTool),
  };
}

/** @throws expected `core:http.cursor` (422) */
export function assertCursor(cursor: string | undefined): void {
  if (cursor !== undefined && !z.uuid().safeParse(cursor).success) fail('core:http.cursor', {}, { kind: 'invalid' });
}
