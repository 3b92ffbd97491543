import * as pluginCalls from '#core/contract/plugin-calls.ts';
import { listGonePlugins, listPlugins, readPluginSource } from '#core/contract/plugin-index.ts';
import * as settingsCalls from '#core/contract/settings-calls.ts';
import * as taskCalls from '#core/contract/task-calls.ts';
import * as toolRunCalls from '#core/contract/tool-run-calls.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';

import * as eventCalls from './event-calls.ts';
import * as fileCalls from './file-calls.ts';

/** The kernel's own calls, by name. */
export const KERNEL_CALLS = callsAmong(fileCalls, taskCalls, toolRunCalls, eventCalls, settingsCalls, pluginCalls, {
  listPlugins,
  listGonePlugins,
  readPluginSource,
});
