import type { ToolRun } from '#core/contract/tool-run-calls.ts';

/** Whether a run has not ended. */
export function isUnderWay({ state }: Pick<ToolRun, 'state'>): boolean {
  return state !== 'done' && state !== 'failed' && state !== 'cancelled';
}
