import { ask } from './ask.ts';
import type { GrantInput } from './grants.ts';
import {
  archiveToolRun,
  cancelToolRun,
  listToolItems,
  listToolRuns,
  pauseToolRun,
  readToolRun,
  removeToolRun,
  renameToolItems,
  resumeToolRun,
  retryToolItems,
} from './tool-run-calls.ts';

/**
 * Asks, in a manifest’s `grants`, for all that the page of a run does: `ToolRunView` of `@reelport/core/studio/ToolRunView`.
 * @param why the key of a sentence that tells the operator what it is for
 * @example grants: [ask(startToolRun, 'shot-list:why.start'), ...askRunPage('shot-list:why.run')]
 */
export function askRunPage(why: string): GrantInput[] {
  const following = [readToolRun, listToolItems, listToolRuns];
  const steering = [pauseToolRun, resumeToolRun, cancelToolRun, retryToolItems];
  const outputs = [renameToolItems, archiveToolRun, removeToolRun];
  const services = (['events@1', 'dialogs@1'] as const).map((token) => ({ kind: 'service' as const, token, why }));
  return [...[...following, ...steering, ...outputs].map((call) => ask(call, why)), ...services];
}
