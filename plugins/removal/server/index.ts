import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { removeOperation } from './remove-operation.ts';
import { removeTool } from './remove-tool.ts';

export default defineServer({
  manifest,
  operations: () => [removeOperation],
  tools: (ctx) => [removeTool(ctx)],
});
