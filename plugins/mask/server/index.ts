import { defineServer } from '#core/server/plugins/server-plugin.ts';

import { READ_TEXT } from '../calls.ts';
import manifest from '../plugin.ts';
import { coverOperation } from './cover-operation.ts';
import { coverTool } from './cover-tool.ts';
import { readTextJob } from './read-text.ts';
import { routes } from './routes.ts';

export default defineServer({
  manifest,
  routes,
  operations: () => [coverOperation],
  tools: (ctx) => [coverTool(ctx)],
  jobs: (ctx) => ({ [READ_TEXT]: readTextJob(ctx) }),
});
