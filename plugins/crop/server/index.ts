import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { CUT } from './cut-operation.ts';
import { cutTool } from './cut-tool.ts';

export default defineServer({ manifest, operations: () => [CUT], tools: (ctx) => [cutTool(ctx)] });
