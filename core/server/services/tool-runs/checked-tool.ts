import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';

import { MAX_RUN_ITEMS } from '#core/contract/tool-run-calls.ts';

import type { AnyTool, Json, MadeFile, Outcome, PlannedItem } from './tool.ts';

type Planned = PlannedItem<Json>;

/**
 * A tool whose plans and outcomes are looked at before anybody uses them, so that what is wrong with them is told as the
 * tool's own failure.
 */
export function checkedTool(tool: AnyTool): AnyTool {
  return {
    ...tool,
    async plan(run, work, made) {
      const answer = await tool.plan(run, work, made);
      const checked = (items: readonly Planned[]): readonly Planned[] => {
        assertPlan(tool.name, run.inputs, items);
        return items;
      };
      return typeof answer === 'function' ? async (tx) => checked(await answer(tx)) : checked(answer);
    },
    async make(item, work) {
      const outcome = await tool.make(item, work);
      await assertOutcome(tool.name, outcome, work.folder);
      return outcome;
    },
  };
}

/** @throws TypeError unless it is a list of items that a run can have */
function assertPlan(tool: string, inputs: readonly string[], items: readonly PlannedItem<unknown>[]): void {
  const list: unknown = items;
  if (!Array.isArray(list)) throw new TypeError(`tool "${tool}": plan must answer a list, got ${typeof list}`);
  if (items.length > MAX_RUN_ITEMS) {
    throw new TypeError(`tool "${tool}": a plan has at most ${MAX_RUN_ITEMS} items, got ${items.length}`);
  }
  const known = new Set(inputs);
  items.forEach((item: Partial<PlannedItem<unknown>> | null, at) => {
    const { name, sources } = item ?? {};
    const given: unknown = sources;
    if (typeof name !== 'string' || sources === undefined || !Array.isArray(given)) {
      throw new TypeError(`tool "${tool}": the planned item ${at} must have a name and sources`);
    }
    const unknown = sources.find((id) => !known.has(id));
    if (unknown !== undefined) {
      throw new TypeError(`tool "${tool}": the source ${unknown} of an item is none of the run's inputs`);
    }
  });
}

/** @throws TypeError unless it is an outcome whose files lie in the folder */
async function assertOutcome(tool: string, outcome: Outcome, folder: string): Promise<void> {
  const states = ['made', 'given-up', 'replaced'];
  const { state, files = [], poster } = (outcome ?? {}) as { state?: string; files?: MadeFile[]; poster?: string };
  if (state === undefined || !states.includes(state)) {
    throw new TypeError(`tool "${tool}": make must answer { state: '${states.join("' or '")}' }`);
  }
  if (state !== 'made') return;
  if (!Array.isArray(files) || files.length === 0) {
    throw new TypeError(`tool "${tool}": an item that is made has a file`);
  }
  const own = (await realpath(folder)) + sep;
  for (const path of [...files.map((file) => file.path), ...(poster === undefined ? [] : [poster])]) {
    // Whatever is there becomes a file of the account: it must be one that the tool has written here.
    const real = typeof path === 'string' ? await realpath(path).catch(() => undefined) : undefined;
    if (real === undefined || !real.startsWith(own) || !(await stat(real)).isFile()) {
      throw new TypeError(`tool "${tool}": ${String(path)} is no file in the item's folder`);
    }
  }
}
