import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { tellsRunsEnded } from '#core/web/runs/run-ends.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';

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
    Export: async () => ({ default: (await import('./pages.ts')).Export }),
    Run: async () => ({ default: (await import('./pages.ts')).Run }),
    Project: async () => ({ default: (await import('./pages.ts')).Project }),
  },
  dialogs: {
    glossary: async () => ({ default: (await import('./pages.ts')).GlossaryDialog }),
    dub: async () => ({ default: (await import('./pages.ts')).DubDialog }),
  },
  stores: [RecordStore, CreateDraft, ReviewStore, ExportDraft, SubtitlePictures, DubStore],
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
  },
});
