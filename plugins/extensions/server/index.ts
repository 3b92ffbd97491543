import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { sweepKeys } from './developer/developer-keys.ts';
import { sweepTickets } from './inspect/tickets.ts';
import { routes } from './routes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  sweep: async (ctx: ServerContext) => (await sweepTickets(ctx)) + (await sweepKeys(ctx)),
});
