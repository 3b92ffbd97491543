import { defineWeb, DIALOGS, ROUTER, slot, TASK_WORK, TOASTS } from '@reelport/core';

import { brandTool, type CoverTool } from './brand-tool.ts';
import { KitsStore } from './KitsStore.ts';

/** As the plugin `mixing` defines it: buttons below the cover titles in the editor. */
const COVER_TOOLS = slot<CoverTool>('mixing.cover-tools');

export default defineWeb({
  pages: { Kits: () => import('./KitsPage.tsx') },
  dialogs: {
    choose: () => import('./ChooseKit.tsx'),
    picture: () => import('./ChoosePicture.tsx'),
  },
  stores: [KitsStore],
  commands: {
    async open(context) {
      await context.get(ROUTER).go('/brand-kit');
    },
    async create(context) {
      await context.get(ROUTER).go('/brand-kit?new');
    },
  },
  activate(context) {
    const { get, t } = context;
    const tool = brandTool({
      kits: () => context.store(KitsStore),
      ask: (kits) => get(DIALOGS).open<string>('brand-kit/choose', { kits }),
      tellNone: () =>
        void get(TOASTS).show({
          kind: 'info',
          text: t('brand-kit:tool.none'),
          action: { label: t('brand-kit:tool.create'), run: () => void get(ROUTER).go('/brand-kit?new') },
          duration: 8000,
        }),
    });
    context.contribute(COVER_TOOLS, tool);
    context.contribute(TASK_WORK, { stages: { 'brand-kit.palette': 'brand-kit:task.palette' } });
  },
});
