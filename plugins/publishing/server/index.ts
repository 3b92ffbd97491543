import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { folderTarget } from './folder/folder-target.ts';
import { routes } from './routes.ts';
import { SEND_FILE, sendEnded, sendFile } from './send-file.ts';
import { fulfilWishes } from './wishes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({ [SEND_FILE]: sendFile(ctx) }),
  failures: (ctx) => ({ [SEND_FILE]: sendEnded(ctx) }),
  hooks: (ctx) => [fulfilWishes(ctx)],
  providers: (ctx) => [folderTarget(ctx.dataFolder)],
});
