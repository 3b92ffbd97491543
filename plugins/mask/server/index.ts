import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { coverOperation } from './cover-operation.ts';
import { coverTool } from './cover-tool.ts';

export default defineServer({
  manifest,
  operations: () => [coverOperation],
  tools: (ctx) => [coverTool(ctx)],
});
