import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { channelAdapters } from './channel-adapters.ts';
import { KEEP_SHOPS, keepShops, productAdapters } from './product-adapters.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  jobs: (ctx) => ({ [KEEP_SHOPS]: keepShops(ctx) }),
  schedules: [{ name: 'shops', cron: '20 4 * * *', zone: 'UTC', job: KEEP_SHOPS }],
  providers: (ctx) => [...channelAdapters(ctx), ...productAdapters(ctx)],
});
