import { defineWeb } from '#core/web/define-web.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';

import { VIDEO_TEXTS } from '#plugins/eye/api.ts';
import { READ_TEXT } from '#plugins/eye/calls.ts';
import { VideoTexts } from './VideoTexts.ts';

export default defineWeb({
  stores: [VideoTexts],
  activate(context) {
    context.provide(VIDEO_TEXTS, () => context.store(VideoTexts));
    context.contribute(TASK_WORK, { stages: { [READ_TEXT]: 'eye:job.read-text' } });
  },
});
