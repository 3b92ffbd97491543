import { defineWeb } from '#core/web/define-web.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';

import { AddDraft } from './add/AddDraft.ts';
import { SpeechRecorder } from './add/SpeechRecorder.ts';
import { VoicesStore } from './list/VoicesStore.ts';
import { SoundPlayer } from './parts/SoundPlayer.ts';

export default defineWeb({
  pages: {
    Voices: async () => ({ default: (await import('./pages.ts')).Voices }),
    Add: async () => ({ default: (await import('./pages.ts')).Add }),
  },
  stores: [VoicesStore, AddDraft, SpeechRecorder, SoundPlayer],
  commands: {
    async open(context) {
      await context.get(ROUTER).go('/cloneSound/list');
    },
    async add(context) {
      await context.get(ROUTER).go('/cloneSound/add');
    },
  },
  activate(context) {
    context.contribute(TASK_WORK, {
      stages: {
        ...{ 'voices.check': 'voices:job.check', 'voices.clone': 'voices:job.clone' },
        'voices.remove': 'voices:job.remove',
      },
      // Rows track their tasks: a voice is tried again on its page.
      mayRetry: false,
    });
  },
});
