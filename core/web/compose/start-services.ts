import { reaction } from 'mobx';

import { accountChanged, tiersChanged } from '#core/contract/kernel-events.ts';

import { COMMANDS } from '../commands/commands.ts';
import {
  LOGIN_PROMPT,
  PERMISSIONS_SERVICE,
  SESSION_SERVICE,
  SETTINGS_SERVICE,
  UPLOADS_SERVICE,
} from './create-services.ts';
import { DIALOGS } from '../dialogs/dialogs.ts';
import { EVENTS } from '../events/events.ts';
import { HTTP } from '../http/http.ts';
import { I18N } from '../i18n/i18n.ts';
import { createPluginLog } from '../kernel/plugin-log.ts';
import type { GetService } from '../service.ts';
import { ROUTER } from '../router/router.ts';
import type { Undo } from '../scope.ts';
import {
  asksForLogin,
  followPartner,
  takeAccessToken,
  windowPage,
  type AutomaticLoginPage,
} from '../session/automatic-login.ts';
import { COOKIE_SECONDS } from '../session/token-cookie.ts';
import { preventStrayDrops } from '../uploads/prevent-stray-drops.ts';

export interface StartOptions {
  /** Partner origins whose pages may embed this one in a frame and log in for it; none by default. */
  partnerOrigins?: readonly string[];
  page?: AutomaticLoginPage;
}

/** The services that have been started. */
export interface StartedServices {
  /** Resolves when a login requested by the address has succeeded or failed; the first page is decided after that. */
  readonly loggedIn: Promise<void>;
  stop: Undo;
}

/**
 * Starts the services: stores a token found in the address, tries the stored one, opens the event stream, listens for
 * keys, and refuses files dropped outside a drop zone. Whatever belongs to a user follows the session.
 */
export function startServices(
  get: GetService,
  { partnerOrigins = [], page = windowPage() }: StartOptions = {},
): StartedServices {
  const { warn } = createPluginLog('kernel');
  const session = get(SESSION_SERVICE);
  const i18n = get(I18N);
  const permissions = get(PERMISSIONS_SERVICE);
  const offered = takeAccessToken(session, COOKIE_SECONDS, page);
  get(COMMANDS);
  const loadPlatforms = () =>
    session.loadPlatforms().catch((error: unknown) => warn('the platforms could not be read', error));
  const refresh = () => {
    if (session.user !== null) session.refresh().catch(() => undefined);
  };

  const undos: Undo[] = [
    // Set up first: a file dropped during the start must not navigate away from the page.
    preventStrayDrops(),
    reaction(
      () => session.user?.id ?? null,
      (id) => {
        permissions.clear();
        get(SETTINGS_SERVICE).clear();
        void get(UPLOADS_SERVICE).follow(id);
        if (id === null) return;
        get(LOGIN_PROMPT).cancel();
        permissions.load().catch((error: unknown) => warn('the rights of the user could not be read', error));
        void loadPlatforms();
      },
    ),
    reaction(
      () => i18n.language,
      () => {
        refresh();
        if (session.user !== null) void loadPlatforms();
      },
    ),
    // The name, number or tier was changed in another tab or by an operator.
    get(EVENTS).on(accountChanged, refresh, refresh),
    get(EVENTS).on(tiersChanged, refresh),
  ];

  const automatic = {
    session,
    http: get(HTTP),
    go: (to: string) => void get(ROUTER).go(to),
    closeLogin: () => get(DIALOGS).close('account/login'),
    askToSwitch: (names: { from: string; to: string }) =>
      get(DIALOGS).confirm({
        title: 'shell:switch.title',
        text: 'shell:switch.text',
        params: names,
        confirm: 'shell:switch.confirm',
        cancel: 'shell:switch.cancel',
      }),
    partnerOrigins,
    page,
  };
  undos.push(followPartner(automatic, (error) => warn('a partner could not log in', error)));
  const logIn = async (): Promise<void> => {
    if (offered === null && !asksForLogin(page.href)) return;
    const { logInByAddress } = await import('../session/login-by-address.ts');
    await logInByAddress(automatic, offered);
  };
  const loggedIn = logIn().catch((error: unknown) => warn('the login failed', error));
  if (session.token !== null) session.load().catch(() => undefined);

  return { loggedIn, stop: () => undos.forEach((undo) => void undo()) };
}
