import { defineServer } from '#core/server/server-plugin.ts';

import manifest from '../plugin.ts';
import { routes } from './routes.ts';
import { certifyRun } from './runs/certify-run.ts';
import { CERTIFY_RUN, PLAN_RUN, RENDER_OUTPUT } from './runs/job-names.ts';
import { planRun } from './runs/plan-run.ts';
import { renderRunOutput } from './runs/render-run-output.ts';
import { runEnded } from './runs/run-ended.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({
    [PLAN_RUN]: planRun(ctx),
    [RENDER_OUTPUT]: renderRunOutput(ctx),
    [CERTIFY_RUN]: certifyRun(ctx),
  }),
  failures: (ctx) => ({
    [PLAN_RUN]: runEnded(ctx),
    [RENDER_OUTPUT]: runEnded(ctx),
    [CERTIFY_RUN]: runEnded(ctx),
  }),
  commands: { mix: async () => (await import('./command/mix.ts')).default },
});
