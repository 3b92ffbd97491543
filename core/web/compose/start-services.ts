import { reaction } from 'mobx';

import { accountChanged } from '#core/contract/kernel-events.ts';

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
import { followPartner, logInByAddress, takeAccessToken, type AutomaticLoginPage } from '../session/automatic-login.ts';
import { COOKIE_SECONDS } from '../session/token-cookie.ts';
import { preventStrayDrops } from '../uploads/prevent-stray-drops.ts';

export interface StartOptions {
  /** Origins of partners whose pages may hold this one in a frame and log in for it; none when absent. */
  partnerOrigins?: readonly string[];
  page?: AutomaticLoginPage;
}

/** What the start set going. */
export interface StartedServices {
  /** Resolves when a login that the address asks for is done, or failed; the first page is decided on after it. */
  readonly loggedIn: Promise<void>;
  stop: Undo;
}

/**
 * Sets the services going: a token in the address is kept, the stored one tried, the stream of events opened, keys
 * heard and files that are dropped nowhere refused; what belongs to a user comes and goes with the session.
 */
export function startServices(get: GetService, { partnerOrigins = [], page }: StartOptions = {}): StartedServices {
  const { warn } = createPluginLog('kernel');
  const session = get(SESSION_SERVICE);
  const i18n = get(I18N);
  const permissions = get(PERMISSIONS_SERVICE);
  takeAccessToken(session, COOKIE_SECONDS, page);
  get(COMMANDS);
  const loadPlatforms = () =>
    session.loadPlatforms().catch((error: unknown) => warn('the platforms could not be read', error));
  const refresh = () => {
    if (session.user !== null) session.refresh().catch(() => undefined);
  };

  const undos: Undo[] = [
    // From the first moment: what is dropped too soon must not take the page away.
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
    // Another name, number or tier, by another tab or by an operator.
    get(EVENTS).on(accountChanged, refresh, refresh),
  ];

  const automatic = {
    session,
    http: get(HTTP),
    go: (to: string) => void get(ROUTER).go(to),
    closeLogin: () => get(DIALOGS).close('account/login'),
    partnerOrigins,
    page,
  };
  undos.push(followPartner(automatic, (error) => warn('a partner could not log in', error)));
  const loggedIn = logInByAddress(automatic).catch((error: unknown) => warn('the login failed', error));
  if (session.token !== null) session.load().catch(() => undefined);

  return { loggedIn, stop: () => undos.forEach((undo) => void undo()) };
}
