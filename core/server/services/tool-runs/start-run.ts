import { eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { Cost, RunExtent } from '#core/contract/price.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { InvalidRequest } from '#core/server/ground/field-faults.ts';

import { databaseStore } from './database-store.ts';
import { holderOf, toolOf, type RunParts } from './parts.ts';
import { holdCost, priceRun } from './payments.ts';
import { coreToolRuns } from './tables.ts';
import { tellChange } from './tell-change.ts';

/** What a run is started with. */
export interface StartOptions {
  /** The tool's name: `crop.cut`. */
  tool: string;
  /** What the run is called. */
  name: string;
  /** What the tool's own schema takes. */
  settings: unknown;
  /** Ids of materials. */
  inputs: readonly string[];
  /** The most that it comes to, for which its price is held; by default what the tool says. */
  extent?: RunExtent;
  /** The most that it may cost, as it was shown to its owner; undefined for whatever it costs. */
  agreed?: Cost | null;
  /** Whether one of the same that is still under way is answered in place of another one. */
  once?: boolean;
}

/**
 * Starts a run.
 * @returns its id
 * @throws expected `core:task.plugin-missing` (503), fields of the settings (422), `core:tool-run.inputs` and
 *   `core:tool-run.input-missing` (422), `core:tool-run.own` (409), `core:space-full` (413), `core:tool-run.price-changed`
 *   (409), `core:ledger.short.…`
 */
export async function startRun(parts: RunParts, accountId: string, options: StartOptions): Promise<string> {
  const { isOwn = false } = toolOf(parts, options.tool);
  if (isOwn) fail('core:tool-run.own', {}, { kind: 'conflict' });
  const own = [...new Set(options.inputs)];
  await parts.files.assertSpace(accountId, 1);
  return await parts.db.transaction(async (tx) => {
    const same = options.once === true ? await sameUnderWay(parts, tx, accountId, { ...options, inputs: own }) : null;
    if (same !== null) return same;
    const { id, inputs } = await beginRun(parts, tx, accountId, { ...options, inputs: own });
    if (inputs.length < own.length) fail('core:tool-run.input-missing', {}, { kind: 'invalid' });
    return id;
  });
}

/** A run of the same tool, inputs and settings that is under way; of several that are begun at once, one is begun first. */
async function sameUnderWay(
  parts: RunParts,
  tx: Tx,
  accountId: string,
  { tool: name, settings, inputs }: StartOptions,
): Promise<string | null> {
  const read = toolOf(parts, name).settings.safeParse(settings);
  if (!read.success) return null;
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tool-run ${accountId} ${name}`}, 0))`);
  const { tool, endedAt, settings: kept, inputs: taken } = coreToolRuns;
  const ids = JSON.stringify(inputs);
  const isSame = sql`${eq(tool, name)} and ${isNull(endedAt)} and ${kept} = ${JSON.stringify(read.data)}::jsonb
    and ${taken} @> ${ids}::jsonb and ${taken} <@ ${ids}::jsonb`;
  const same = await tx.scope(accountId).find(coreToolRuns, isSame);
  return same?.id ?? null;
}

/**
 * Starts a run in a transaction: its row, a hold on its inputs, the job that plans it, and a hold of what it costs.
 * Inputs that are not there are left out.
 * @returns its id, and the inputs that it has
 */
export async function beginRun(
  parts: RunParts,
  tx: Tx,
  accountId: string,
  { tool: name, name: runName, settings: given, inputs: wanted, extent, agreed }: StartOptions,
): Promise<{ id: string; inputs: string[] }> {
  const tool = toolOf(parts, name);
  const { most, least = 1 } = tool.inputs;
  if (wanted.length < least || wanted.length > most) {
    fail('core:tool-run.inputs', { least, most }, { kind: 'invalid' });
  }
  const read = tool.settings.safeParse(given, { reportInput: true });
  if (!read.success) {
    const issues = read.error.issues.map((issue) => ({ ...issue, path: ['settings', ...issue.path] }));
    throw new InvalidRequest('body', issues);
  }
  const now = parts.clock.now();
  const id = uuid();
  const inputs = await parts.files.hold(tx, accountId, wanted, holderOf(id));
  const comesTo = async () =>
    extent ?? (await tool.extent?.({ accountId, settings: read.data, inputs })) ?? { outputs: inputs.length };
  const price = await priceRun(parts, tool, comesTo, agreed);
  const [run] = await tx.scope(accountId).insert(coreToolRuns, {
    ...{ id, tool: name, name: runName, state: 'planning', settings: read.data, inputs, price },
    ...{ createdAt: now, updatedAt: now },
  });
  if (run === undefined) throw new Error('the inserted run was not answered');
  await databaseStore(parts, tx, run).work('plan');
  await tellChange(parts, tx, run);
  await holdCost(parts, tx, run);
  return { id, inputs };
}
