import { defineServer } from '@reelport/core/server';

import manifest from '../plugin.ts';
import { forgetPalette, paletteJob } from './palette-job.ts';
import { routes } from './routes.ts';
import { TINT } from './tint.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({ 'brand-kit.palette': paletteJob(ctx) }),
  effects: () => [TINT],
  failures: (ctx) => ({ 'brand-kit.palette': forgetPalette(ctx) }),
});
