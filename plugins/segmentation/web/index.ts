import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { tellsRunsEnded } from '#core/web/runs/run-ends.ts';
import { toolTaskWork } from '#core/web/runs/tool-task-work.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { TOOL_CARDS } from '#core/web/tools/tool-cards.ts';
import { MATERIAL_ACTIONS, MATERIAL_FOLDER_ACTIONS } from '#plugins/materials/api.ts';

import { SPLIT_PICTURES, SPLIT_TOOL } from '#plugins/segmentation/limits.ts';
import { AT } from './draft/addresses.ts';
import { SplitDraft } from './draft/SplitDraft.ts';

export default defineWeb({
  pages: {
    Split: async () => ({ default: (await import('./pages.ts')).Split }),
    Run: async () => ({ default: (await import('./pages.ts')).Run }),
  },
  stores: [SplitDraft],
  subscriptions: [tellsRunsEnded({ to: AT.run })],
  commands: {
    async open(context) {
      await context.get(ROUTER).go(AT.page);
    },
  },
  activate(context) {
    const work = toolTaskWork('segmentation', context.get(HTTP));
    context.contribute(TASK_WORK, {
      ...work,
      stages: { ...work.stages, 'segmentation.find': 'segmentation:job.find' },
    });
    context.contribute(MATERIAL_ACTIONS, {
      ...{
        id: 'split',
        title: 'segmentation:library.split',
        icon: 'split',
        kinds: ['video'],
        pictures: SPLIT_PICTURES,
      },
      async run(materials) {
        context.store(SplitDraft).inputs.add(materials);
        await context.get(ROUTER).go(AT.page);
      },
    });
    context.contribute(TOOL_CARDS, {
      ...{ id: 'segmentation', title: 'segmentation:title', icon: 'split', order: 10, tool: SPLIT_TOOL, at: AT },
      ...{ have: 'segmentation:card.have', want: 'segmentation:card.want' },
      open: (ids) => context.store(SplitDraft).inputs.openWith(ids),
    });
    context.contribute(MATERIAL_FOLDER_ACTIONS, {
      ...{ id: 'split', title: 'segmentation:library.folder', icon: 'split', kinds: ['video'] },
      run: ({ name }, materials) => context.store(SplitDraft).splitOthers(name, materials),
    });
  },
});
