import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { FADE_COLOURS } from './effects/fade-colours.ts';
import { RENDER_PREVIEW, SWEEP_PREVIEWS } from './preview/job-names.ts';
import { previewFailed, renderPreview } from './preview/render-preview-job.ts';
import { sweepPreviews } from './preview/sweep-previews.ts';
import { routes } from './routes.ts';
import { certifyRun } from './runs/certify-run.ts';
import { CERTIFY_RUN, PLAN_RUN, RENDER_OUTPUT } from './runs/job-names.ts';
import { planRun } from './runs/plan-run.ts';
import { renderRunOutput } from './runs/render-run-output.ts';
import { runEnded } from './runs/run-ended.ts';
import { drawSamples } from './samples/draw-samples-job.ts';
import { DRAW_SAMPLES } from './samples/job-names.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({
    [PLAN_RUN]: planRun(ctx),
    [RENDER_OUTPUT]: renderRunOutput(ctx),
    [CERTIFY_RUN]: certifyRun(ctx),
    [RENDER_PREVIEW]: renderPreview(ctx),
    [DRAW_SAMPLES]: drawSamples(ctx),
    [SWEEP_PREVIEWS]: async () => void (await sweepPreviews(ctx)),
  }),
  failures: (ctx) => ({
    [PLAN_RUN]: runEnded(ctx),
    [RENDER_OUTPUT]: runEnded(ctx),
    [CERTIFY_RUN]: runEnded(ctx),
    [RENDER_PREVIEW]: previewFailed(ctx),
  }),
  effects: () => [FADE_COLOURS],
  schedules: [{ name: 'old-previews', cron: '20 */6 * * *', zone: 'UTC', job: SWEEP_PREVIEWS }],
});
