import { toolRunChanged } from '#core/contract/tool-run-events.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import type { RunParts } from './parts.ts';
import type { RunRow } from './tables.ts';

type Changed = Pick<RunRow, 'id' | 'accountId' | 'tool' | 'settings'>;

/** Tells browsers that something of a run has changed that a page shows: by our event and by the tool's own. */
export async function tellChange({ events, tools }: RunParts, tx: Tx, run: Changed): Promise<void> {
  const { id, accountId, tool, settings } = run;
  await events.publish(tx, toolRunChanged, { accountId, data: { runId: id, tool } });
  const own = tools.get(tool)?.changed?.({ id, settings });
  if (own !== undefined) await events.publish(tx, own.event, { accountId, data: own.data });
}

/** The same at once and without keeping it, for progress. */
export async function hintChange({ events, tools }: RunParts, run: Changed): Promise<void> {
  const { id, accountId, tool, settings } = run;
  await events.hint(toolRunChanged, { accountId, data: { runId: id, tool } });
  const own = tools.get(tool)?.changed?.({ id, settings });
  if (own !== undefined) await events.hint(own.event, { accountId, data: own.data });
}
