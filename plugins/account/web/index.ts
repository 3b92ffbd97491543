import { defineWeb } from '#core/web/define-web.ts';
import { SESSION } from '#core/web/session/session.ts';

import { ConfirmLoginStore } from './confirm/ConfirmLoginStore.ts';
import { LoginStore } from './login/LoginStore.ts';
import { OutboxStore } from './outbox/OutboxStore.ts';
import { PluginSettingsStore } from './plugin-settings/PluginSettingsStore.ts';
import { ProfileStore } from './safe/ProfileStore.ts';
import { SessionsStore } from './safe/SessionsStore.ts';
import { SubAccountsStore } from './sub-accounts/SubAccountsStore.ts';

export default defineWeb({
  pages: {
    Safe: () => import('./safe/SafePage.tsx'),
    ConfirmLogin: async () => ({ default: (await import('./seldom-pages.ts')).ConfirmLogin }),
    SubAccounts: async () => ({ default: (await import('./seldom-pages.ts')).SubAccounts }),
    PluginSettings: async () => ({ default: (await import('./seldom-pages.ts')).PluginSettings }),
    Outbox: async () => ({ default: (await import('./seldom-pages.ts')).Outbox }),
  },
  dialogs: {
    login: () => import('./login/LoginDialog.tsx'),
  },
  stores: [
    LoginStore,
    ConfirmLoginStore,
    ProfileStore,
    SessionsStore,
    PluginSettingsStore,
    OutboxStore,
    SubAccountsStore,
  ],
  commands: {
    'log-out': (context) => context.get(SESSION).logOut(),
  },
});
