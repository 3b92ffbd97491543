import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';

import type { ItemRow, RunRow } from './tables.ts';
import type { AnyTool, ItemOf, Json, RunOf } from './tool.ts';

/**
 * A run's row as its tool sees it.
 * @throws expected `core:tool-run.outdated` (422) for settings that the tool does not take any more
 */
export function runOf(tool: AnyTool, { id, accountId, name, settings, inputs, round }: RunRow): RunOf<unknown> {
  return { id, accountId, name, settings: read(tool.settings, settings), inputs, round };
}

/**
 * An item's row as its tool sees it.
 * @throws expected `core:tool-run.outdated` (422)
 */
export function itemOf(tool: AnyTool, run: RunRow, item: ItemRow): ItemOf<unknown, Json> {
  const { id, position, name, sources, params } = item;
  const own = tool.params === undefined ? params : read(tool.params, params);
  return { id, position, name, sources, params: own, run: runOf(tool, run) };
}

/** Another version of the tool may have written it. */
function read<T>(schema: z.ZodType<T>, stored: unknown): T {
  const found = schema.safeParse(stored);
  return found.success ? found.data : fail('core:tool-run.outdated', {}, { kind: 'invalid', cause: found.error });
}
