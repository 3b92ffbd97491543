import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { deleteAccount } from './accounts/delete-account.ts';
import { DELETE_ACCOUNT } from './accounts/job-names.ts';
import { routes } from './routes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({ [DELETE_ACCOUNT]: deleteAccount(ctx) }),
  consoleCommands: {
    operator: async () => (await import('./command/operator.ts')).default,
    demo: async () => (await import('./command/demo.ts')).default,
  },
});
