import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { extractTool } from './extract/extract-tool.ts';
import { transcribeOperation } from './extract/transcribe.ts';
import { FIND_MOMENTS } from '../calls.ts';
import { findMomentsJob } from './moments/moments.ts';
import { routes } from './routes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  operations: (ctx) => [transcribeOperation(ctx)],
  jobs: (ctx) => ({ [FIND_MOMENTS]: findMomentsJob(ctx) }),
  tools: (ctx) => [extractTool(ctx)],
});
