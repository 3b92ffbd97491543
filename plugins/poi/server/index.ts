import { provide } from '#core/server/plugins/server-token.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { POINTS_OF_INTEREST } from './api.ts';
import { pointsOfInterest } from './points-of-interest.ts';
import { routes } from './routes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  provides: (ctx) => [provide(POINTS_OF_INTEREST, pointsOfInterest(ctx))],
});
