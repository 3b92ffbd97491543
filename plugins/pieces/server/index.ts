import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { exportTool } from './export/export-tool.ts';
import { MEASURES } from './measures/operation.ts';
import { MEASURE } from './measures/want-measured.ts';
import { measureEnded, measureJob } from './projects/measure-job.ts';
import { routes } from './routes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  operations: () => [MEASURES],
  tools: (ctx) => [exportTool(ctx)],
  jobs: (ctx) => ({ [MEASURE]: measureJob(ctx) }),
  failures: (ctx) => ({ [MEASURE]: measureEnded(ctx) }),
});
