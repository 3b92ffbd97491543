import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { findShotsEnded, findShotsJob } from './find-shots.ts';
import { FIND_SHOTS } from './open-videos.ts';
import { routes } from './routes.ts';
import { splitTool } from './split-tool.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  tools: (ctx) => [splitTool(ctx)],
  jobs: (ctx) => ({ [FIND_SHOTS]: findShotsJob(ctx) }),
  failures: (ctx) => ({ [FIND_SHOTS]: findShotsEnded(ctx) }),
});
