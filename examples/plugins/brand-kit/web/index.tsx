import { defineWeb, DIALOGS, ROUTER, TASK_WORK, TOASTS, type MessageKey } from '@reelport/core';
import { MATERIAL_ACTIONS } from '@reelport/core/plugins/materials';
import { COVER_TOOLS, MIX_EFFECTS } from '@reelport/core/plugins/mixing';

import type { Kit } from '../calls.ts';
import { brandTool } from './brand-tool.ts';
import { drawTint } from './draw-tint.ts';
import { KitsStore } from './KitsStore.ts';
import { pictureAction } from './picture-action.ts';

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
    const asking = {
      kits: () => context.store(KitsStore),
      ask: (kits: readonly Kit[]) => get(DIALOGS).open<string>('brand-kit/choose', { kits }),
    };
    const tellNone = (text: MessageKey): void =>
      void get(TOASTS).show({
        kind: 'info',
        text: t(text),
        action: { label: t('brand-kit:tool.create'), run: () => void get(ROUTER).go('/brand-kit?new') },
        duration: 8000,
      });
    context.contribute(COVER_TOOLS, brandTool({ ...asking, tellNone: () => tellNone('brand-kit:tool.none') }));
    context.contribute(MIX_EFFECTS, drawTint);
    context.contribute(
      MATERIAL_ACTIONS,
      pictureAction({
        ...asking,
        tellNone: () => tellNone('brand-kit:picture.no-kit'),
        show: async () => void (await get(ROUTER).go('/brand-kit')),
      }),
    );
    context.contribute(TASK_WORK, { stages: { 'brand-kit.palette': 'brand-kit:task.palette' } });
  },
});
