import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { cutTool } from './cut-tool.ts';

export default defineServer({ manifest, tools: (ctx) => [cutTool(ctx)] });
