import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { tellsRunsEnded } from '#core/web/runs/run-ends.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { MATERIAL_ACTIONS } from '#plugins/materials/api.ts';

import { BatchListStore } from './batch/BatchListStore.ts';
import { BatchStore } from './batch/BatchStore.ts';
import { NewBatch } from './batch/NewBatch.ts';
import { BATCH_AT } from './batch/addresses.ts';
import { CreateDraft } from './create/CreateDraft.ts';
import { DubStore } from './dubbing/DubStore.ts';
import { EXPORTS_AT } from './export/addresses.ts';
import { ExportDraft } from './export/ExportDraft.ts';
import { SubtitlePictures } from './export/SubtitlePictures.ts';
import { RecordStore } from './record/RecordStore.ts';
import { ReviewStore } from './review/ReviewStore.ts';
import { translationWork } from './task-work.ts';

export default defineWeb({
  pages: {
    Record: async () => ({ default: (await import('./pages.ts')).Record }),
    Batches: async () => ({ default: (await import('./pages.ts')).Batches }),
    Export: async () => ({ default: (await import('./pages.ts')).Export }),
    Run: async () => ({ default: (await import('./pages.ts')).Run }),
    Project: async () => ({ default: (await import('./pages.ts')).Project }),
  },
  dialogs: {
    glossary: async () => ({ default: (await import('./pages.ts')).GlossaryDialog }),
    dub: async () => ({ default: (await import('./pages.ts')).DubDialog }),
  },
  stores: [
    ...[RecordStore, CreateDraft, ReviewStore, ExportDraft, SubtitlePictures, DubStore],
    ...[NewBatch, BatchStore, BatchListStore],
  ],
  subscriptions: [tellsRunsEnded({ to: EXPORTS_AT.run })],
  commands: {
    async open(context) {
      await context.get(ROUTER).go('/video/translation/record');
    },
    async new(context) {
      await context.get(ROUTER).go('/video/translation');
    },
  },
  activate(context) {
    context.contribute(TASK_WORK, translationWork(context.get(HTTP)));
    context.contribute(MATERIAL_ACTIONS, {
      ...{ id: 'translate', title: 'translation:library.translate', icon: 'translate', kinds: ['video'], order: 20 },
      async run(materials) {
        context.store(NewBatch).inputs.add(materials);
        await context.get(ROUTER).go(BATCH_AT.page);
      },
    });
  },
});
