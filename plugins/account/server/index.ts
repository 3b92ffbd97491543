import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { provide } from '#core/server/plugins/server-token.ts';

import manifest from '../plugin.ts';
import { deleteAccount } from './accounts/delete-account.ts';
import { findByIdentity, identitiesOf } from './accounts/identities.ts';
import { DELETE_ACCOUNT } from './accounts/job-names.ts';
import { MOBILES } from './api.ts';
import { captchaAdapters } from './captcha/captcha-adapters.ts';
import { qrAdapters } from './qr/qr-adapters.ts';
import { routes } from './routes.ts';
import { adoptEarlierServices } from './services/earlier-services.ts';
import { smsAdapters } from './sms/sms-adapters.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  providers: (ctx) => [...smsAdapters(ctx), ...qrAdapters(ctx), ...captchaAdapters(ctx)],
  provides: () => [
    provide(MOBILES, {
      mobileOf: async (tx, accountId) => (await identitiesOf(tx, accountId)).get('mobile') ?? null,
      accountOf: (tx, mobile) => findByIdentity(tx, { kind: 'mobile', value: mobile }),
    }),
  ],
  upgrade: adoptEarlierServices,
  jobs: (ctx) => ({ [DELETE_ACCOUNT]: deleteAccount(ctx) }),
  consoleCommands: {
    operator: async () => (await import('./command/operator.ts')).default,
    demo: async () => (await import('./command/demo.ts')).default,
  },
});
