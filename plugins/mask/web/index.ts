import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { tellsRunsEnded } from '#core/web/runs/run-ends.ts';
import { toolTaskWork } from '#core/web/runs/tool-task-work.ts';
import { TOOL_CARDS } from '#core/web/tools/tool-cards.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { MATERIAL_ACTIONS, MATERIAL_FOLDER_ACTIONS } from '#plugins/materials/api.ts';

import { COVER_PICTURES, COVER_TOOL } from '#plugins/mask/mask-settings.ts';
import { MaskDraft } from './draft/MaskDraft.ts';
import { AT } from './draft/addresses.ts';

export default defineWeb({
  pages: {
    Mask: async () => ({ default: (await import('./pages.ts')).Mask }),
    Run: async () => ({ default: (await import('./pages.ts')).Run }),
  },
  stores: [MaskDraft],
  subscriptions: [tellsRunsEnded({ to: AT.run })],
  commands: {
    async open(context) {
      await context.get(ROUTER).go(AT.page);
    },
  },
  activate(context) {
    context.contribute(TASK_WORK, toolTaskWork('mask', context.get(HTTP)));
    context.contribute(MATERIAL_ACTIONS, {
      ...{ id: 'mask', title: 'mask:library.mask', icon: 'mosaic', kinds: ['video'], pictures: COVER_PICTURES },
      async run(materials) {
        context.store(MaskDraft).inputs.add(materials);
        await context.get(ROUTER).go(AT.page);
      },
    });
    context.contribute(TOOL_CARDS, {
      ...{ id: 'mask', title: 'mask:title', icon: 'mosaic', order: 40, tool: COVER_TOOL, at: AT },
      ...{ have: 'mask:card.have', want: 'mask:card.want' },
      open: (ids) => context.store(MaskDraft).inputs.openWith(ids),
    });
    context.contribute(MATERIAL_FOLDER_ACTIONS, {
      ...{ id: 'mask', title: 'mask:library.folder', icon: 'mosaic', kinds: ['video'] },
      run: ({ name }, materials) => context.store(MaskDraft).coverText(name, materials),
    });
  },
});
