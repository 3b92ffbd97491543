import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { provide } from '#core/server/plugins/server-token.ts';

import manifest from '../plugin.ts';
import { MIX_PROJECTS } from './api.ts';
import { FADE_COLOURS } from './effects/fade-colours.ts';
import { learnArrivals } from './measure/learn-arrivals.ts';
import { RENDER_PREVIEW, SWEEP_PREVIEWS } from './preview/job-names.ts';
import { previewFailed, renderPreview } from './preview/render-preview-job.ts';
import { sweepPreviews } from './preview/sweep-previews.ts';
import { mixProjects } from './projects/given-groups.ts';
import { routes } from './routes.ts';
import { mixTool } from './runs/mix-tool.ts';
import { drawSamples } from './samples/draw-samples-job.ts';
import { DRAW_SAMPLES } from './samples/job-names.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  jobs: (ctx) => ({
    [RENDER_PREVIEW]: renderPreview(ctx),
    [DRAW_SAMPLES]: drawSamples(ctx),
    [SWEEP_PREVIEWS]: async () => void (await sweepPreviews(ctx)),
  }),
  failures: (ctx) => ({
    [RENDER_PREVIEW]: previewFailed(ctx),
  }),
  provides: (ctx) => [provide(MIX_PROJECTS, mixProjects(ctx))],
  hooks: (ctx) => [learnArrivals(ctx)],
  effects: () => [FADE_COLOURS],
  tools: (ctx) => [mixTool(ctx)],
  schedules: [{ name: 'old-previews', cron: '20 */6 * * *', zone: 'UTC', job: SWEEP_PREVIEWS }],
});
