import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { extractTool } from './extract/extract-tool.ts';
import { transcribeOperation } from './extract/transcribe.ts';
import { routes } from './routes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  operations: (ctx) => [transcribeOperation(ctx)],
  tools: (ctx) => [extractTool(ctx)],
});
