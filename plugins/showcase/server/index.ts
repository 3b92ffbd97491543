import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { showcaseChannel } from './channel/showcase-channel.ts';
import { manageRoutes } from './manage/manage-routes.ts';
import { sweepWithdrawn } from './manage/withdraw-post.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { sweepVisits } from './pages/count-view.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes(calls, ctx) {
    pageRoutes(calls, ctx);
    manageRoutes(calls, ctx);
  },
  providers: (ctx: ServerContext) => [showcaseChannel(ctx)],
  sweep: async (ctx) => (await sweepVisits(ctx)) + (await sweepWithdrawn(ctx)),
});
