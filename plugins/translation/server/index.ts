import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { dubTool } from './dubbing/dub-tool.ts';
import { routes } from './routes.ts';
import { TRANSLATE, translateEnded, translateJob } from './translate-job.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({ [TRANSLATE]: translateJob(ctx) }),
  tools: (ctx) => [dubTool(ctx)],
  failures: (ctx) => ({ [TRANSLATE]: translateEnded(ctx) }),
});
