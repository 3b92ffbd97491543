import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { provide } from '#core/server/plugins/server-token.ts';

import manifest from '../plugin.ts';
import { PUBLISHING_FIGURES } from './api.ts';
import { sweepConnections } from './channels/connect-channel.ts';
import { sweepChoices } from './channels/open-choices.ts';
import { WATCH_CHANNELS, watchChannels } from './channels/watch-channels.ts';
import { folderTarget } from './folder/folder-target.ts';
import { sweepNews } from './news/take-news.ts';
import { sweepLinks } from './phone/phone-links.ts';
import { offeredFigures } from './posts/daily-figures.ts';
import { livePosts } from './posts/live-posts.ts';
import { advanceEnded, advancePost } from './posts/advance-post.ts';
import { ADVANCE_POST } from './posts/publish-posts.ts';
import { QUEUE_DUE, queueDue, sweepLooks } from './posts/queue-due.ts';
import { READ_FIGURES, readFigures } from './posts/read-figures.ts';
import { pageProducts } from './products/page-products.ts';
import { routes } from './routes.ts';
import { SEND_FILE, sendEnded, sendFile } from './send-file.ts';
import { fulfilWishes } from './wishes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({
    [SEND_FILE]: sendFile(ctx),
    [ADVANCE_POST]: advancePost(ctx),
    [QUEUE_DUE]: queueDue(ctx),
    [READ_FIGURES]: readFigures(ctx),
    [WATCH_CHANNELS]: watchChannels(ctx),
  }),
  failures: (ctx) => ({ [SEND_FILE]: sendEnded(ctx), [ADVANCE_POST]: advanceEnded(ctx) }),
  schedules: [
    { name: 'due', cron: '* * * * *', zone: 'UTC', job: QUEUE_DUE },
    { name: 'figures', cron: '*/15 * * * *', zone: 'UTC', job: READ_FIGURES },
    { name: 'watch', cron: '7,22,37,52 * * * *', zone: 'UTC', job: WATCH_CHANNELS },
  ],
  holders: { 'publishing.post': livePosts },
  sweep: async (ctx) => {
    const sweeps = [sweepConnections, sweepChoices, sweepLooks, sweepNews, sweepLinks];
    let swept = 0;
    for (const sweep of sweeps) swept += await sweep(ctx);
    return swept;
  },
  hooks: (ctx) => [fulfilWishes(ctx)],
  provides: (ctx) => [provide(PUBLISHING_FIGURES, offeredFigures(ctx))],
  providers: (ctx) => [folderTarget(ctx.dataFolder), pageProducts],
});
