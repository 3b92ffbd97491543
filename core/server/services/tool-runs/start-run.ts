import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import { toolRunChanged } from '#core/contract/tool-run-events.ts';
import { InvalidRequest } from '#core/server/ground/field-faults.ts';

import { databaseStore } from './database-store.ts';
import { holderOf, toolOf, type RunParts } from './parts.ts';
import { coreToolRuns } from './tables.ts';

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
}

/**
 * Starts a run: its row, what it costs, a hold on its inputs, and the job that plans it, in one transaction.
 * @returns its id
 * @throws expected `core:task.plugin-missing` (503), fields of the settings (422), `core:tool-run.inputs` and
 *   `core:tool-run.input-missing` (422), `core:space-full` (413), and what payments say
 */
export async function startRun(
  parts: RunParts,
  accountId: string,
  { tool: name, name: runName, settings: given, inputs }: StartOptions,
): Promise<string> {
  const tool = toolOf(parts, name);
  const { most, least = 1 } = tool.inputs;
  const own = [...new Set(inputs)];
  if (own.length < least || own.length > most) {
    fail('core:tool-run.inputs', { least, most }, { kind: 'invalid' });
  }
  const read = tool.settings.safeParse(given, { reportInput: true });
  if (!read.success) {
    const issues = read.error.issues.map((issue) => ({ ...issue, path: ['settings', ...issue.path] }));
    throw new InvalidRequest('body', issues);
  }
  await parts.files.assertSpace(accountId, 1);
  const price = tool.price?.(read.data, own) ?? null;
  return await parts.db.transaction(async (tx) => {
    const now = parts.clock.now();
    const id = uuid();
    const held = await parts.files.hold(tx, accountId, own, holderOf(id));
    if (held.length < own.length) fail('core:tool-run.input-missing', {}, { kind: 'invalid' });
    const [run] = await tx.scope(accountId).insert(coreToolRuns, {
      ...{ id, tool: name, name: runName, state: 'planning', settings: read.data, inputs: own, price },
      ...{ createdAt: now, updatedAt: now },
    });
    if (run === undefined) throw new Error('the inserted run was not answered');
    if (price !== null) await parts.payments.hold(tx, { id, accountId, tool: name, name: runName, price });
    await databaseStore(parts, tx, run).work('plan');
    await parts.events.publish(tx, toolRunChanged, { accountId, data: { runId: id, tool: name } });
    return id;
  });
}
