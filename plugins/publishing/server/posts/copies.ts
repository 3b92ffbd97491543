import { and, inArray, sql } from 'drizzle-orm';

import { cutFactsSchema } from '#core/contract/cut-facts.ts';
import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { RunOutput } from '#core/server/services/tool-runs/tool-runs.ts';

import { usableChannels } from '../channels/channel-users.ts';
import { publishingChannels, publishingCopies } from '../tables.ts';
import { postKey } from './posted-files.ts';

/** Items of one page. */
const PAGE = 200;
/** Rows of one statement. */
const CHUNK = 1000;

/** A video for an account. */
export interface CopyOf {
  fileId: string;
  channelId: string;
}

/** What a copy came to. */
export interface MadeCopy {
  /** In the account's files; it goes with its run. */
  fileId: string;
  pictureId: string | null;
  bytes: number;
  seconds: number;
  width: number;
  height: number;
}

/** A copy that was asked for. */
export interface KnownCopy {
  runId: string;
  state: 'making' | 'made' | 'failed';
  /** Why it was not made. */
  error: string | null;
  made: MadeCopy | null;
}

/**
 * Keeps which run makes copies of videos for accounts; an earlier one of the same is forgotten.
 * @throws expected `core:tool-run.missing` and `publishing:channel.missing` (404), `publishing:copy.other` (422) for a
 *   video that the run does not work on
 */
export async function noteCopies(
  ctx: ServerContext,
  { accountId, language }: { accountId: string; language: MessageLanguage },
  { runId, copies }: { runId: string; copies: readonly CopyOf[] },
): Promise<void> {
  const run = await ctx.toolRuns.read(accountId, runId, language);
  const channels = [...new Set(copies.map((copy) => copy.channelId))];
  const usable = await usableChannels(ctx.db, accountId, inArray(publishingChannels.id, channels));
  if (usable.length < channels.length) fail('publishing:channel.missing', {}, { kind: 'not-found' });
  const inputs = new Set(run.inputs);
  if (copies.some((copy) => !inputs.has(copy.fileId))) fail('publishing:copy.other', {}, { kind: 'invalid' });
  const rows = [...new Map(copies.map((copy) => [postKey(copy), copy])).values()];
  const { accountId: owner, fileId, channelId } = publishingCopies;
  await ctx.db.transaction(async (tx) => {
    for (let at = 0; at < rows.length; at += CHUNK) {
      const values = rows
        .slice(at, at + CHUNK)
        .map((copy) => ({ accountId, ...copy, runId, createdAt: ctx.clock.now() }));
      await tx.orm
        .insert(publishingCopies)
        .values(values)
        .onConflictDoUpdate({
          target: [owner, fileId, channelId],
          set: { runId: sql`excluded.run_id`, createdAt: sql`excluded.created_at` },
        });
    }
  });
}

/** The copies of videos for accounts, by {@link postKey}; of runs that were cancelled or removed there are none. */
export async function knownCopies(
  ctx: ServerContext,
  { accountId, language }: { accountId: string; language: MessageLanguage },
  { files, channels }: { files: readonly string[]; channels: readonly string[] },
): Promise<ReadonlyMap<string, KnownCopy>> {
  const { fileId, channelId } = publishingCopies;
  if (files.length === 0 || channels.length === 0) return new Map();
  const rows = await ctx.db
    .scope(accountId)
    .select(publishingCopies, { where: and(inArray(fileId, [...files]), inArray(channelId, [...channels])) });
  const known = new Map<string, KnownCopy>();
  for (const [runId, copies] of Map.groupBy(rows, (row) => row.runId)) {
    const found = await lookAt(ctx, { accountId, language, runId });
    for (const row of copies) {
      const copy = found?.(row.fileId);
      if (copy !== undefined) known.set(postKey(row), copy);
    }
  }
  return known;
}

/** How far a run is with each of its clips; undefined for one that is no more. */
async function lookAt(
  { toolRuns }: ServerContext,
  { accountId, language, runId }: { accountId: string; language: MessageLanguage; runId: string },
): Promise<((fileId: string) => KnownCopy | undefined) | undefined> {
  try {
    const run = await toolRuns.read(accountId, runId, language);
    const items: ToolItem[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { items: ToolItem[]; nextCursor: string | null } = await toolRuns.items(accountId, runId, {
        ...{ limit: PAGE, language },
        ...(cursor === '' ? {} : { cursor }),
      });
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    const itemOf = new Map(items.flatMap((item) => item.sources.map((fileId) => [fileId, item])));
    const outputs = new Map((await toolRuns.outputs(accountId, runId)).map((output) => [output.itemId, output]));
    return (fileId) => {
      const item = itemOf.get(fileId);
      return copyIn(run, item, item === undefined ? undefined : outputs.get(item.id));
    };
  } catch (error) {
    if (error instanceof ExpectedError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

function copyIn(run: ToolRun, item: ToolItem | undefined, output: RunOutput | undefined): KnownCopy | undefined {
  const isOver = run.endedAt !== null;
  const known = { runId: run.id, error: null, made: null };
  if (item?.state === 'made') {
    const facts = cutFactsSchema.safeParse(item.facts).data;
    const [file] = item.files;
    // What somebody has deleted is as good as never made.
    if (facts === undefined || file === undefined || output === undefined) return undefined;
    const { seconds, width, height } = facts;
    const made = { fileId: output.fileId, pictureId: output.posterId, bytes: file.size, seconds, width, height };
    return { ...known, state: 'made', made };
  }
  if (item?.state === 'failed') return { ...known, state: 'failed', error: item.error };
  if (run.state === 'failed') return { ...known, state: 'failed', error: run.error };
  return isOver ? undefined : { ...known, state: 'making' };
}
