import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { tellsRunsEnded } from '#core/web/runs/run-ends.ts';
import { toolTaskWork } from '#core/web/runs/tool-task-work.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { TOOL_CARDS } from '#core/web/tools/tool-cards.ts';
import { MATERIAL_ACTIONS, MATERIAL_FOLDER_ACTIONS } from '#plugins/materials/api.ts';

import { CLIP_FITTER } from '#plugins/crop/api.ts';
import { CUT_PICTURES } from '#plugins/crop/cut-settings.ts';
import { AT } from './draft/addresses.ts';
import { CropDraft } from './draft/CropDraft.ts';
import { clipFitter } from './fit/clip-fitter.ts';

export default defineWeb({
  pages: {
    Crop: async () => ({ default: (await import('./pages.ts')).Crop }),
    Run: async () => ({ default: (await import('./pages.ts')).Run }),
  },
  stores: [CropDraft],
  subscriptions: [tellsRunsEnded({ to: AT.run })],
  commands: {
    async open(context) {
      await context.get(ROUTER).go(AT.page);
    },
  },
  activate(context) {
    context.provide(CLIP_FITTER, () => clipFitter(context));
    context.contribute(TASK_WORK, toolTaskWork('crop', context.get(HTTP)));
    context.contribute(MATERIAL_ACTIONS, {
      ...{ id: 'crop', title: 'crop:library.crop', icon: 'crop', kinds: ['video'], pictures: CUT_PICTURES },
      async run(materials) {
        context.store(CropDraft).inputs.add(materials);
        await context.get(ROUTER).go(AT.page);
      },
    });
    context.contribute(TOOL_CARDS, {
      ...{ id: 'crop', title: 'crop:title', icon: 'crop', order: 20, tool: 'crop.cut', at: AT },
      ...{ have: 'crop:card.have', want: 'crop:card.want' },
      open: (ids) => context.store(CropDraft).inputs.openWith(ids),
    });
    context.contribute(MATERIAL_FOLDER_ACTIONS, {
      ...{ id: 'crop', title: 'crop:library.folder', icon: 'crop', kinds: ['video'] },
      async run(_folder, materials) {
        context.store(CropDraft).inputs.add(materials);
        await context.get(ROUTER).go(AT.page);
      },
    });
  },
});
