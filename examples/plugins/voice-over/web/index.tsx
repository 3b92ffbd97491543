import { defineWeb, ROUTER, slot, type MessageKey } from '@reelport/core';

import { DraftStore } from './DraftStore.ts';
import type { Clip } from './list-clips.ts';

/** As docs/plugins/slots.md has it, with the parts that are used. */
interface MaterialAction {
  id: string;
  title: MessageKey;
  icon: string;
  kinds: readonly string[];
  run(materials: readonly Clip[]): Promise<void>;
}

export default defineWeb({
  pages: { Make: () => import('./MakePage.tsx'), Run: () => import('./RunPage.tsx') },
  stores: [DraftStore],
  activate(context) {
    context.contribute(slot<MaterialAction>('materials.actions'), {
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
