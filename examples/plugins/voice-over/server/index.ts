import { defineServer } from '@reelport/core/server';

import manifest from '../plugin.ts';
import { MORSE } from './morse.ts';
import { SAY_OVER } from './say-over.ts';
import { sayTool } from './say-tool.ts';

export default defineServer({
  manifest,
  operations: () => [SAY_OVER],
  tools: (ctx) => [sayTool(ctx)],
  providers: () => [MORSE],
});
