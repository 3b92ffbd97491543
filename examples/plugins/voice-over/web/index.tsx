import { defineWeb, ROUTER } from '@reelport/core';
import { MATERIAL_ACTIONS } from '@reelport/core/plugins/materials';

import { DraftStore } from './DraftStore.ts';

export default defineWeb({
  pages: { Make: () => import('./MakePage.tsx'), Run: () => import('./RunPage.tsx') },
  stores: [DraftStore],
  activate(context) {
    context.contribute(MATERIAL_ACTIONS, {
      id: 'say',
      title: 'voice-over:say',
      icon: 'mic',
      kinds: ['video'],
      async run(clips) {
        context.store(DraftStore).choose(clips);
        await context.get(ROUTER).go('/voice-over');
      },
    });
  },
});
