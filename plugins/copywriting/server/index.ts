import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { provide } from '#core/server/plugins/server-token.ts';

import manifest from '../plugin.ts';
import { TEXTS } from './api.ts';
import { extractTool } from './extract/extract-tool.ts';
import { FIND_MOMENTS, TIME_TEXT } from '../calls.ts';
import { findMomentsJob } from './moments/moments.ts';
import { offeredTexts } from './offered-texts.ts';
import { timeTextJob } from './timing/timing.ts';
import { routes } from './routes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  provides: (ctx) => [provide(TEXTS, offeredTexts(ctx))],
  jobs: (ctx) => ({ [FIND_MOMENTS]: findMomentsJob(ctx), [TIME_TEXT]: timeTextJob(ctx) }),
  tools: (ctx) => [extractTool(ctx)],
});
