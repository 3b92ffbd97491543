import { and, asc, eq, gt, inArray } from 'drizzle-orm';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import { blobKey } from '#core/server/services/files/files.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';

import { findRun } from './find-run.ts';
import { jobsOf, type RunParts } from './parts.ts';
import { assertCursor } from './present-run.ts';
import { coreToolItems, type ItemRow } from './tables.ts';
import type { Json } from './tool.ts';

/** Seconds. Addresses made within one window are the same, so that a reload of the list does not load its files again. */
const URL_WINDOW = 6 * 60 * 60;

/** Items that are being made are never more than this. */
const MAX_WORKING = 1000;

export interface ListItemsOptions {
  cursor?: string;
  limit: number;
  /** Only those that changed after this revision. */
  since?: number;
  /** Only these. */
  ids?: readonly string[];
  language: MessageLanguage;
}

/**
 * Lists the items of a run in their order, or those that changed. The cursor is the last row's id.
 * @throws expected `core:tool-run.missing` (404), `core:http.cursor` (422)
 */
export async function listItems(
  parts: RunParts,
  accountId: string,
  runId: string,
  { cursor, limit, since, ids, language }: ListItemsOptions,
) {
  assertCursor(cursor);
  const scope = parts.db.scope(accountId);
  // Read before the rows, so that a change in between is included again in the next response.
  const { revision, tool } = await findRun(scope, runId);
  const listed = and(
    eq(coreToolItems.runId, runId),
    since === undefined ? undefined : gt(coreToolItems.revision, since),
    ids === undefined ? undefined : inArray(coreToolItems.id, [...ids]),
  );
  const rows = await scope.select(coreToolItems, {
    where: and(listed, cursor === undefined ? undefined : gt(coreToolItems.id, cursor)),
    orderBy: asc(coreToolItems.id),
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  const working = await itemsBeingMade(parts, accountId, runId, tool);
  const facts = await parts.tools.get(tool)?.itemFacts?.(accountId, items);
  return {
    items: await presentItems(parts, accountId, items, { working, facts, language }),
    nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
    total: await scope.count(coreToolItems, listed),
    revision,
    working: [...working].map(([id, progress]) => ({ id, progress })),
  };
}

/** How far each item is that is being made, by its id. */
async function itemsBeingMade(
  parts: RunParts,
  accountId: string,
  runId: string,
  tool: string,
): Promise<Map<string, number>> {
  const { make } = jobsOf(parts, tool);
  const tasks = await parts.jobs.list(accountId, { subjectId: runId, states: ['running'], limit: MAX_WORKING });
  const progress = new Map(tasks.filter(({ job }) => job === make).map((task) => [task.id, task.progress]));
  if (progress.size === 0) return new Map();
  const rows = await parts.db.scope(accountId).select(coreToolItems, {
    where: and(
      eq(coreToolItems.runId, runId),
      eq(coreToolItems.state, 'planned'),
      inArray(coreToolItems.taskId, [...progress.keys()]),
    ),
  });
  return new Map(rows.map(({ id, taskId }) => [id, progress.get(taskId ?? '') ?? 0]));
}

interface Presented {
  /** How far each is that is being made, by its id. */
  working: ReadonlyMap<string, number>;
  /** What the tool says of them, where it says it anew. */
  facts: ReadonlyMap<string, Json> | undefined;
  language: MessageLanguage;
}

async function presentItems(
  { db, files: store, clock }: RunParts,
  accountId: string,
  rows: readonly ItemRow[],
  { working, facts: said, language }: Presented,
): Promise<ToolItem[]> {
  const wanted = rows.flatMap(({ files, posterId }) => [
    ...files.map(({ id }) => id),
    ...(posterId === null ? [] : [posterId]),
  ]);
  const found =
    wanted.length === 0 ? [] : await db.scope(accountId).select(coreFiles, { where: inArray(coreFiles.id, wanted) });
  const hashes = new Map(found.map(({ id, hash }) => [id, hash]));
  const seconds = urlSeconds(clock.now());
  const urlOf = (id: string, type: string, filename: string) =>
    store.store.signedUrl(blobKey(hashes.get(id) ?? ''), seconds, { filename, type });
  return await Promise.all(
    rows.map(async (row): Promise<ToolItem> => {
      const { id, position, state, name, sources, params, facts, error, posterId } = row;
      const done = working.get(id);
      const there = row.files.filter((file) => hashes.has(file.id));
      const deleted = state === 'made' && there.length === 0;
      const files = there.map(async (file) => ({
        ...{ id: file.id, name: file.name, type: file.type, size: file.size },
        url: await urlOf(file.id, file.type, file.name),
        // No browser shows this type, so every one saves it.
        downloadUrl: await urlOf(file.id, 'application/octet-stream', file.name),
      }));
      return {
        ...{ id, position, name, sources, params, facts: said === undefined ? facts : (said.get(id) ?? null) },
        state: done === undefined ? state : 'working',
        progress: state === 'made' ? 1 : (done ?? 0),
        error: deleted
          ? translate(language, 'core:tool-run.deleted')
          : error === null
            ? null
            : translate(language, error.code, error.params),
        files: await Promise.all(files),
        poster: posterId === null || !hashes.has(posterId) ? null : await urlOf(posterId, 'image/jpeg', `${name}.jpg`),
      };
    }),
  );
}

/** How many seconds addresses stay valid: to the end of the next window. */
export function urlSeconds(now: Date): number {
  return 2 * URL_WINDOW - (Math.floor(now.getTime() / 1000) % URL_WINDOW);
}
