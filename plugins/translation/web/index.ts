import { defineWeb } from '#core/web/define-web.ts';
import { ROUTER } from '#core/web/router/router.ts';

import { CreateDraft } from './create/CreateDraft.ts';
import { RecordStore } from './record/RecordStore.ts';
import { ReviewStore } from './review/ReviewStore.ts';

export default defineWeb({
  pages: {
    Record: async () => ({ default: (await import('./pages.ts')).Record }),
    Project: async () => ({ default: (await import('./pages.ts')).Project }),
  },
  dialogs: {
    glossary: async () => ({ default: (await import('./pages.ts')).GlossaryDialog }),
  },
  stores: [RecordStore, CreateDraft, ReviewStore],
  commands: {
    async open(context) {
      await context.get(ROUTER).go('/video/translation/record');
    },
    async new(context) {
      await context.get(ROUTER).go('/video/translation');
    },
  },
});
