// What plugins from outside import as '@reelport/core': everything of a browser half. Each name is listed, so that
// what is offered changes only on purpose; docs/api/core.api.md shows what that is. What needs zod (definePlugin,
// defineSettings, page …) stands in '@reelport/core/contract' alone: a page that declares no calls loads without it.

// Both halves
export {
  defineCall,
  type Call,
  type CallAccess,
  type CallArguments,
  type CallData,
  type CallInput,
  type CallShape,
  type Method,
} from './contract/call.ts';
export type { Account, LoginToken } from './contract/account-calls.ts';
export { decide, type Decision, type GateSession } from './contract/decide.ts';
export {
  defineEvent,
  type EventAudience,
  type EventData,
  type EventDefinition,
  type EventPayload,
} from './contract/event.ts';
export { ExpectedError, fail, type FailureKind, type FailureOptions, type MessageParams } from './contract/errors.ts';
export type { Grant } from './contract/grants.ts';
export {
  accountChanged,
  pluginsChanged,
  settingsChanged,
  taskChanged,
  type TaskEvent,
} from './contract/kernel-events.ts';
export type { MessageKey } from './contract/message-keys.ts';
export type { SettingsDefinition } from './contract/plugin-settings.ts';
export type { SettingsValues } from './contract/settings-fields.ts';
export type { Gate, PluginManifest, PluginManifestInput, PluginRoute } from './contract/plugin.ts';
export type { Job } from './contract/task-calls.ts';
export { atLeast, FEATURES, LEVELS, MEMBER_ROLES, type FeatureId, type Level } from './contract/tiers.ts';

// The browser half and what it is given
export {
  defineWeb,
  onEvent,
  type DialogControl,
  type EventHandler,
  type Lazy,
  type WebPlugin,
} from './web/define-web.ts';
export { inject } from './web/kernel/inject.ts';
export type { SlotItem } from './web/kernel/slots.ts';
export { PLUGIN_CONTEXT, type Injectable, type PluginContext, type PluginLog } from './web/plugin-context.ts';
export type { Disposable, Scope, ScopeFault, Undo } from './web/scope.ts';
export { slot, type Slot } from './web/slot.ts';
export { token, type Token } from './web/token.ts';

// Services that every plugin has
export { COMMANDS, type Command, type Commands } from './web/commands/commands.ts';
export { failureText } from './web/http/failure-text.ts';
export { HTTP, HttpFailure, type CallPurpose, type Http, type HttpOptions, type HttpRequest } from './web/http/http.ts';
export { I18N, type I18n, type Language } from './web/i18n/i18n.ts';
export {
  ROUTER,
  type AskUnsaved,
  type MatchedRoute,
  type Place,
  type RescuedWork,
  type Router,
  type UnsavedOptions,
} from './web/router/router.ts';
export { settingsOf, type PluginSettings } from './web/settings/settings-of.ts';
export { STORAGE, type BrowserStorage } from './web/storage/storage.ts';
export { THEME, type Theme } from './web/theme/theme.ts';
export { TOASTS, type Toast, type Toasts } from './web/toasts/toasts.ts';

// Services that an operator grants
export { DIALOGS, type DialogLook, type Dialogs, type Question } from './web/dialogs/dialogs.ts';
export { EVENTS, type Events } from './web/events/events.ts';
export type { AccessLock } from './web/lock.ts';
export { FEATURE_GATE, type FeatureGate } from './web/features/feature-gate.ts';
export { PERMISSIONS, type UserPermissions } from './web/permissions/permissions.ts';
export { PLAYER, type Player, type PlayerItem, type PlayerOptions } from './web/player/player.ts';
export { SESSION, type Session } from './web/session/session.ts';
export type { ShownJob } from './web/tasks/shown-job.ts';
export { RUN_EXPORTS, type RunExport } from './web/runs/run-exports.ts';
export { RUN_OUTPUTS, type ChosenOutputs, type RunOutputAction } from './web/runs/run-outputs.ts';
export { RUN_STEPS, type RunStep } from './web/runs/run-steps.ts';
export { TOOL_CARDS, type ToolCard } from './web/tools/tool-cards.ts';
export { TASK_WORK, type TaskWork } from './web/tasks/task-work.ts';
export { TASKS, type EndedJob, type Tasks } from './web/tasks/tasks.ts';

// For components and stores
export { observer } from './web/react/observer.ts';
export { SlotItems, type SlotItemsProps } from './web/views/plugins/SlotItems.tsx';
export { usePluginCallback } from './web/react/use-plugin-callback.ts';
export { usePluginContext } from './web/react/use-plugin-context.ts';
export { useLocked } from './web/react/use-locked.ts';
export { usePluginSettings } from './web/react/use-plugin-settings.ts';
export { useOptionalService, useService } from './web/react/use-service.ts';
export { useSlot } from './web/react/use-slot.ts';
export { useStore } from './web/react/use-store.ts';
export { useText } from './web/react/use-text.ts';
export { observableStore } from './web/observable-store.ts';
export { useFollowed, useLive, type Followable } from './web/react/use-live.ts';

// What is shown of the server, and kept true
export {
  choiceFilter,
  daysFilter,
  Filter,
  orderFilter,
  periodFilter,
  wordsFilter,
  type FilterFormat,
  type SortOrder,
} from './web/live/Filter.ts';
export { eventTrigger, type EventTrigger } from './web/live/event-trigger.ts';
export { ListFilters, type AddressFilter } from './web/live/ListFilters.ts';
export { LiveAnswer } from './web/live/LiveAnswer.ts';
export { LiveList, type LiveListOptions, type LivePage, type PageRequest } from './web/live/LiveList.ts';
export type { ListOrder, ListPart } from './web/live/ListItems.ts';
export type { LiveOptions } from './web/live/LiveSource.ts';
export { LiveValue, type LiveValueOptions } from './web/live/LiveValue.ts';
export { momentsOf, type Period, type PeriodUnit } from './web/live/period.ts';
export { SearchText } from './web/live/SearchText.ts';

// Small components; tabs, fields, tables and the like are modules of their own: '@reelport/core/ui/Tabs'
export { RelativeTime, type RelativeTimeProps } from './web/components/RelativeTime.tsx';
export { Button, type ButtonProps } from './web/components/Button.tsx';
export { DialogActions } from './web/components/DialogActions.tsx';
export { DialogTitle } from './web/components/DialogTitle.tsx';
export { Icon, type IconName, type IconProps } from './web/components/Icon.tsx';
export { IconButton, type IconButtonProps } from './web/components/IconButton.tsx';
export {
  Link,
  NavLink,
  useParams,
  useSearchParams,
  type LinkProps,
  type NavLinkProps,
  type SetSearchParams,
} from './web/router/links.ts';
export { PlainButton, type PlainButtonProps } from './web/components/PlainButton.tsx';
export { ProgressBar } from './web/components/ProgressBar.tsx';
export { SearchField, type SearchFieldProps } from './web/components/SearchField.tsx';
export { LoadError } from './web/components/LoadError.tsx';
