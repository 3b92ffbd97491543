import { defineWeb, DIALOGS, ROUTER, slot, TASK_WORK, TOASTS, type MessageKey } from '@reelport/core';

import type { Kit } from '../calls.ts';
import { brandTool, type CoverTool } from './brand-tool.ts';
import { drawTint, type EffectDrawing } from './draw-tint.ts';
import { KitsStore } from './KitsStore.ts';
import { pictureAction, type MaterialAction } from './picture-action.ts';

/** As the plugin `mixing` defines it: buttons below the cover titles in the editor. */
const COVER_TOOLS = slot<CoverTool>('mixing.cover-tools');
/** As `mixing` defines it: how effects of the server half are drawn in the editor. */
const EFFECTS = slot<EffectDrawing>('mixing.effects');
/** As `materials` defines it: what is done with what is chosen in the library. */
const ACTIONS = slot<MaterialAction>('materials.actions');

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
    context.contribute(EFFECTS, drawTint);
    context.contribute(
      ACTIONS,
      pictureAction({
        ...asking,
        tellNone: () => tellNone('brand-kit:picture.no-kit'),
        show: async () => void (await get(ROUTER).go('/brand-kit')),
      }),
    );
    context.contribute(TASK_WORK, { stages: { 'brand-kit.palette': 'brand-kit:task.palette' } });
  },
});
