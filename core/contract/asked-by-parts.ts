import { ask } from './ask.ts';
import type { GrantInput } from './grants.ts';
import {
  archiveToolRun,
  cancelToolRun,
  listToolItems,
  listToolRuns,
  pauseToolRun,
  readToolPrice,
  readToolRun,
  removeToolRun,
  renameToolItems,
  resumeToolRun,
  retryToolItems,
} from './tool-run-calls.ts';

const EVENTS: GrantInput = { kind: 'service', token: 'events@1', why: '' };
const DIALOGS: GrantInput = { kind: 'service', token: 'dialogs@1', why: '' };

/**
 * Asks, in a manifest’s `grants`, for all that the page of a run does: `ToolRunView` of `@reelport/core/studio/ToolRunView`.
 * @param why the key of a sentence that tells the operator what it is for
 * @example grants: [ask(startToolRun, 'shot-list:why.start'), ...askRunPage('shot-list:why.run')]
 */
export function askRunPage(why: string): GrantInput[] {
  const following = [readToolRun, listToolItems, listToolRuns];
  const steering = [pauseToolRun, resumeToolRun, cancelToolRun, retryToolItems];
  const outputs = [renameToolItems, archiveToolRun, removeToolRun];
  const calls = [...following, ...steering, ...outputs].map((call) => ask(call, why));
  return [...calls, { ...EVENTS, why }, { ...DIALOGS, why }];
}

/** What a part does in the name of the plugin that draws it. */
interface AskedByPart {
  /** Their `why` is empty. */
  grants: readonly GrantInput[];
  /** What an author writes to ask for them. */
  line: string;
}

/** What parts of the workbench do in the name of the plugin that draws them, by the part. */
export const ASKED_BY_PARTS: Readonly<Record<string, AskedByPart>> = {
  'studio/ToolRunView': { grants: askRunPage(''), line: "...askRunPage('…')" },
  'studio/BatchToolPage': {
    grants: [ask(listToolRuns, ''), ask(readToolPrice, ''), EVENTS],
    line: "ask(listToolRuns, '…'), ask(readToolPrice, '…'), ask(EVENTS, '…')",
  },
};
