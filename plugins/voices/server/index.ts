import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { provide } from '#core/server/plugins/server-token.ts';

import manifest from '../plugin.ts';
import { CLONED_VOICES } from './api.ts';
import { cloneFailed, cloneJob } from './clones/clone-job.ts';
import { forgetCopies } from './clones/left-copies.ts';
import { offeredVoices } from './clones/offered-voices.ts';
import { removeFailed, removeJob, retryRemovals } from './clones/remove-voice.ts';
import { CHECK, CLONE, FORGET, REMOVE } from './job-names.ts';
import { checkFailed, checkJob } from './recordings/check-job.ts';
import { sweepRecordings } from './recordings/own-recordings.ts';
import { recordingReceiver } from './recordings/receiver.ts';
import { routes } from './routes.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  uploads: (ctx) => ({ recording: recordingReceiver(ctx) }),
  jobs: (ctx) => ({
    [CHECK]: checkJob(ctx),
    [CLONE]: cloneJob(ctx),
    [REMOVE]: removeJob(ctx),
    [FORGET]: async () => void (await forgetCopies(ctx)),
  }),
  failures: (ctx) => ({ [CHECK]: checkFailed(ctx), [CLONE]: cloneFailed(ctx), [REMOVE]: removeFailed(ctx) }),
  provides: (ctx) => [provide(CLONED_VOICES, offeredVoices(ctx))],
  schedules: [{ name: 'left-copies', cron: '*/10 * * * *', zone: 'UTC', job: FORGET }],
  sweep: async (ctx) => (await sweepRecordings(ctx)) + (await retryRemovals(ctx)),
});
