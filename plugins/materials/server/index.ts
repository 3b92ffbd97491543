import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { provide } from '#core/server/plugins/server-token.ts';

import manifest from '../plugin.ts';
import { LIBRARY, materialReady } from './api.ts';
import { materialLibrary } from './library.ts';
import { learnFootage } from './prepare/footage.ts';
import { LEARN_FOOTAGE, PREPARE_MATERIAL } from './prepare/job-name.ts';
import { preparationFailed } from './prepare/preparation-failed.ts';
import { prepareMaterial } from './prepare/prepare-material.ts';
import { notePublished } from './records/publications.ts';
import { routes } from './routes.ts';
import { sweepTrash } from './trash/sweep-trash.ts';
import { materialReceiver } from './upload/material-receiver.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({ [PREPARE_MATERIAL]: prepareMaterial(ctx), [LEARN_FOOTAGE]: learnFootage(ctx) }),
  failures: (ctx) => ({ [PREPARE_MATERIAL]: preparationFailed(ctx) }),
  uploads: (ctx) => ({ material: materialReceiver(ctx) }),
  provides: (ctx) => [provide(LIBRARY, materialLibrary(ctx))],
  hooks: (ctx) => [notePublished(ctx)],
  fires: [materialReady],
  sweep: sweepTrash,
});
