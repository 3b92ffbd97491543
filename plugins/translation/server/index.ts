import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { routes } from './routes.ts';
import { TRANSLATE, translateEnded, translateJob } from './translate-job.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({ [TRANSLATE]: translateJob(ctx) }),
  failures: (ctx) => ({ [TRANSLATE]: translateEnded(ctx) }),
});
