import { defineServer } from '#core/server/plugins/server-plugin.ts';

import type { Operation } from '#core/server/services/media/operation.ts';

import manifest from '../plugin.ts';
import { batchJob, followWork, stepEnded } from './batch/step-batch.ts';
import { dubTool } from './dubbing/dub-tool.ts';
import { slowPictureOperation } from './dubbing/slow-picture-operation.ts';
import { slowSoundOperation } from './dubbing/slow-sound-operation.ts';
import { baseOperation } from './export/base-operation.ts';
import { burnOperation } from './export/burn-operation.ts';
import { exportTool } from './export/export-tool.ts';
import { routes } from './routes.ts';
import { BATCH_STEP } from './wake-batches.ts';
import { TRANSLATE, translateEnded, translateJob } from './translate-job.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  // Each checks its own parameters.
  operations: () => [baseOperation, burnOperation, slowPictureOperation, slowSoundOperation] as Operation[],
  jobs: (ctx) => ({ [TRANSLATE]: translateJob(ctx), [BATCH_STEP]: batchJob(ctx) }),
  hooks: (ctx) => followWork(ctx),
  tools: (ctx) => [dubTool(ctx), exportTool(ctx)],
  failures: (ctx) => ({ [TRANSLATE]: translateEnded(ctx), [BATCH_STEP]: stepEnded(ctx) }),
});
