import { provide } from '#core/server/plugins/server-token.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { HOST_ROUTES } from './api.ts';
import { CHECK_HOSTS, checkHosts, sweepChecks } from './health/check-hosts.ts';
import { WARN_EXPIRY, warnExpiry } from './health/warn-expiry.ts';
import { routes } from './routes.ts';
import { hostRoutes } from './ssh/host-routes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({ [CHECK_HOSTS]: checkHosts(ctx), [WARN_EXPIRY]: warnExpiry(ctx) }),
  schedules: [
    { name: 'check', cron: '*/10 * * * *', zone: 'UTC', job: CHECK_HOSTS },
    { name: 'expiry', cron: '5 * * * *', zone: 'UTC', job: WARN_EXPIRY },
  ],
  provides: (ctx) => [provide(HOST_ROUTES, hostRoutes(ctx))],
  sweep: sweepChecks,
});
