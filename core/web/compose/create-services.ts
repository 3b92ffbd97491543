import type { AxiosAdapter } from 'axios';

import type { MessageKey } from '#core/contract/message-keys.ts';

import { COMMANDS } from '../commands/commands.ts';
import { createCommands } from '../commands/create-commands.ts';
import { createDialogs, type DialogStack } from '../dialogs/create-dialogs.ts';
import { DIALOGS } from '../dialogs/dialogs.ts';
import { createEvents } from '../events/create-events.ts';
import { EVENTS } from '../events/events.ts';
import { watchStreamTurn } from '../events/stream-turn.ts';
import { createFeatureGate } from '../features/create-feature-gate.ts';
import { FEATURE_GATE } from '../features/feature-gate.ts';
import { createLockedOffer } from '../failures/locked-offer.ts';
import { createHttp, type HttpService } from '../http/create-http.ts';
import type { ShowFailure } from '../http/error-catalogue.ts';
import { HTTP } from '../http/http.ts';
import { createShowFailure } from '../failures/show-failure.ts';
import { I18N } from '../i18n/i18n.ts';
import { createPluginLog } from '../kernel/plugin-log.ts';
import { service, type GetService, type KernelService } from '../service.ts';
import { createPermissions, type PermissionsService } from '../permissions/create-permissions.ts';
import { PERMISSIONS } from '../permissions/permissions.ts';
import { createPlayer } from '../player/create-player.ts';
import { PLAYER } from '../player/player.ts';
import { PLUGINS } from '../plugins/plugins.ts';
import { isPageAddress } from '../router/route-objects.ts';
import { ROUTER } from '../router/router.ts';
import { createLoginPrompt, type LoginPrompt } from '../session/login-prompt.ts';
import { createSession } from '../session/create-session.ts';
import { SESSION, type SessionService } from '../session/session.ts';
import { createSettings, type SettingsService } from '../settings/create-settings.ts';
import { SETTINGS } from '../settings/settings.ts';
import { FollowedSpace } from '../space/FollowedSpace.ts';
import { SPACE } from '../space/space.ts';
import { createStorage } from '../storage/create-storage.ts';
import { STORAGE } from '../storage/storage.ts';
import { AccountTasks } from '../tasks/AccountTasks.ts';
import { TASKS } from '../tasks/tasks.ts';
import { createToasts, type ToastList } from '../toasts/create-toasts.ts';
import { TOASTS } from '../toasts/toasts.ts';
import { token, type Token } from '../token.ts';
import { createTrace, type TraceService } from '../trace/create-trace.ts';
import { TRACE } from '../trace/trace.ts';
import { createUploads, type UploadsService } from '../uploads/create-uploads.ts';
import { UPLOADS } from '../uploads/uploads.ts';

/** Replacements for browser functions, for tests and other environments. */
export interface ServicesOptions {
  /** How requests are sent. */
  adapter?: AxiosAdapter;
  /** How the event stream is opened. */
  fetch?: typeof globalThis.fetch;
}

/** The dialogs, for the component that renders them: the shell's `DialogOutlet`. */
export const DIALOG_STACK = DIALOGS as Token<DialogStack>;
/** The toasts, for the component that renders them: the shell's `ToastHost`. */
export const TOAST_LIST = TOASTS as Token<ToastList>;
/** The session, including the methods reserved for the kernel and the shell. */
export const SESSION_SERVICE = SESSION as Token<SessionService>;
/** The settings, including the methods reserved for the kernel. */
export const SETTINGS_SERVICE = SETTINGS as Token<SettingsService>;
/** The permissions, including the methods reserved for the kernel. */
export const PERMISSIONS_SERVICE = PERMISSIONS as Token<PermissionsService>;
/** The uploads, including the methods reserved for the kernel. */
export const UPLOADS_SERVICE = UPLOADS as Token<UploadsService>;
/** Asks the user to log in after a session has ended. */
export const LOGIN_PROMPT = token<LoginPrompt>('login-prompt', 1);

const HTTP_SERVICE = HTTP as Token<HttpService>;
const TRACE_SERVICE = TRACE as Token<TraceService>;
const TELL_FAILURE = token<ShowFailure>('tell-failure', 1);

/**
 * Declares every kernel service except `I18N`, `THEME`, `ROUTER` and `PLUGINS`, which these depend on and the caller
 * provides. `startServices` starts them.
 */
export function createServices(options: ServicesOptions = {}): readonly KernelService[] {
  const { error } = createPluginLog('kernel');
  const report = (what: string) => (cause: unknown) => error(what, cause);
  const textOf = (get: GetService) => (key: MessageKey) => get(I18N).t(key);
  const languageOf = (get: GetService) => () => get(I18N).language;
  const tokenOf = (get: GetService) => () => get(SESSION).token;

  return [
    service(TRACE, () => createTrace()),
    service(STORAGE, () => createStorage()),
    service(TOASTS, () => createToasts()),
    service(DIALOGS, (get) =>
      createDialogs({
        plugins: () => get(PLUGINS),
        i18n: () => get(I18N),
        confirmDialog: () => import(/* webpackChunkName: "dialogs" */ '../views/dialogs/ConfirmDialog.tsx'),
        report: (cause, id) => error(`the dialog "${id}" could not be shown`, cause),
      }),
    ),
    service(LOGIN_PROMPT, (get) =>
      createLoginPrompt({
        showLogin: () => void get(DIALOGS).open('account/login').catch(report('the login could not be shown')),
        isLoggedIn: () => get(SESSION).token !== null,
        // Until the first page is decided, the guard is about to ask for a login itself.
        isPublicPage: () => get(ROUTER).route?.isPublic !== false,
      }),
    ),
    service(TELL_FAILURE, (get) =>
      createShowFailure({
        session: () => get(SESSION_SERVICE),
        dialogs: () => get(DIALOGS),
        toasts: get(TOASTS),
        loginPrompt: get(LOGIN_PROMPT),
        text: textOf(get),
        offerUpgrade: createLockedOffer({ plugins: () => get(PLUGINS), features: () => get(FEATURE_GATE) }),
        report: report('a failure could not be told'),
      }),
    ),
    service(HTTP, (get) =>
      createHttp({
        token: tokenOf(get),
        language: languageOf(get),
        text: textOf(get),
        tell: get(TELL_FAILURE),
        record: (span) => get(TRACE_SERVICE).record(span),
        adapter: options.adapter,
      }),
    ),
    service(SESSION, (get) =>
      createSession({
        http: () => get(HTTP_SERVICE),
        storage: get(STORAGE),
        go: (to) => void get(ROUTER).go(to),
        ended: () => get(LOGIN_PROMPT).after(1_000),
        leaving: () => get(UPLOADS_SERVICE).forget(),
      }),
    ),
    service(PERMISSIONS, (get) => createPermissions({ http: () => get(HTTP) })),
    service(FEATURE_GATE, (get) =>
      createFeatureGate({
        session: get(SESSION),
        dialogs: get(DIALOGS),
        i18n: () => get(I18N),
        hasPage: (path) => isPageAddress(get(PLUGINS), path),
        upgradeDialog: () => import(/* webpackChunkName: "dialogs" */ '../views/dialogs/UpgradeDialog.tsx'),
        report: report('the upgrade dialog could not be shown'),
      }),
    ),
    service(EVENTS, (get) => {
      const session = get(SESSION_SERVICE);
      return createEvents({
        token: () => (session.forcedOffline ? null : session.token),
        language: languageOf(get),
        // The error catalogue handles what the server answers.
        checkSession: () => void session.refresh().catch(() => undefined),
        forceOffline() {
          get(TOASTS).closeAll();
          session.forceOffline();
        },
        report: report('a listener of events failed'),
        fetch: options.fetch,
        watchTurn: watchStreamTurn,
      });
    }),
    service(UPLOADS, (get) =>
      createUploads({
        token: tokenOf(get),
        language: languageOf(get),
        text: textOf(get),
        tell: get(TELL_FAILURE),
        storage: get(STORAGE),
        report: report('a listener of uploads failed'),
      }),
    ),
    service(PLAYER, (get) => createPlayer({ dialogs: get(DIALOGS), toasts: get(TOASTS), text: textOf(get) })),
    service(
      TASKS,
      (get) =>
        new AccountTasks({
          ...{ http: get(HTTP), events: get(EVENTS), session: get(SESSION), dialogs: get(DIALOGS) },
          ...{ i18n: get(I18N), storage: get(STORAGE) },
        }),
    ),
    service(SPACE, (get) => new FollowedSpace({ http: get(HTTP), events: get(EVENTS), session: get(SESSION) })),
    service(SETTINGS, (get) =>
      createSettings({
        http: () => get(HTTP),
        events: get(EVENTS),
        userId: () => get(SESSION).user?.id ?? null,
        report: report('settings could not be read'),
      }),
    ),
    service(COMMANDS, (get) =>
      createCommands({
        plugins: () => get(PLUGINS),
        features: get(FEATURE_GATE),
        isPageComing: () => document.querySelector('main:not(:has([data-unread]))') === null,
        report: (cause, id) => error(`the command "${id}" failed`, cause),
      }),
    ),
  ];
}
