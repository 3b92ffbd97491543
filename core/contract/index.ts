// What external plugins import as '@reelport/core/contract': data and types that both halves share. Every name is
// listed, so that the public API only changes on purpose; docs/api/core-contract.api.md shows it in full.

export { ask } from './ask.ts';
export { askRunPage } from './asked-by-parts.ts';
export {
  defineCall,
  type Call,
  type CallAccess,
  type CallArguments,
  type CallData,
  type CallInput,
  type CallShape,
  type Method,
} from './call.ts';
export { decide, type Decision, type GateSession } from './decide.ts';
export { envelope, page, pageQuery, type Envelope } from './envelope.ts';
export {
  defineEvent,
  type EventAudience,
  type EventData,
  type EventDefinition,
  type EventMessage,
  type EventPayload,
} from './event.ts';
export { ExpectedError, fail, type FailureKind, type FailureOptions, type MessageParams } from './errors.ts';
export type { Grant, GrantInput } from './grants.ts';
export type { MessageKey } from './message-keys.ts';
export { costOf, type Cost, type Price, type RunExtent } from './price.ts';
export { defineSettings, type SettingsDefinition } from './plugin-settings.ts';
export {
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
  startToolRun,
  type RunPrice,
  type ToolItem,
  type ToolItemState,
  type ToolRun,
  type ToolRunState,
} from './tool-run-calls.ts';
export { cueBoxesAt, textCueSchema, type TextCue } from './text-cue.ts';
export { toolRunChanged, toolRunEnded } from './tool-run-events.ts';
export type { SettingsValues } from './settings-fields.ts';
export { cancelTask, listTasks, readTask, retryTask } from './task-calls.ts';
export { definePlugin, type Gate, type PluginManifest, type PluginManifestInput, type PluginRoute } from './plugin.ts';
export { atLeast, FEATURES, LEVELS, MEMBER_ROLES, type FeatureId, type Level } from './tiers.ts';

// For plugin.ts: tokens of what an operator grants, and slots of the kernel.
export { DIALOGS } from '../web/dialogs/dialogs.ts';
export { EVENTS } from '../web/events/events.ts';
export { FEATURE_GATE } from '../web/features/feature-gate.ts';
export { PERMISSIONS } from '../web/permissions/permissions.ts';
export { PLAYER } from '../web/player/player.ts';
export { SESSION } from '../web/session/session.ts';
export { TASKS } from '../web/tasks/tasks.ts';
export { RUN_EXPORTS } from '../web/runs/run-exports.ts';
export { RUN_OUTPUTS } from '../web/runs/run-outputs.ts';
export { RUN_STEPS } from '../web/runs/run-steps.ts';
export { TOOL_CARDS } from '../web/tools/tool-cards.ts';
export { TASK_WORK } from '../web/tasks/task-work.ts';
