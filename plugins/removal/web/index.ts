import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { tellsRunsEnded } from '#core/web/runs/run-ends.ts';
import { toolTaskWork } from '#core/web/runs/tool-task-work.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { TOOL_CARDS } from '#core/web/tools/tool-cards.ts';
import { MATERIAL_ACTIONS, MATERIAL_FOLDER_ACTIONS } from '#plugins/materials/api.ts';

import { DRAW_STILL } from '#plugins/removal/calls.ts';
import { REMOVE_PICTURES, REMOVE_TOOL } from '#plugins/removal/removal-settings.ts';
import { RemovalDraft } from './draft/RemovalDraft.ts';
import { Stills } from './draft/Stills.ts';
import { AT } from './draft/addresses.ts';

export default defineWeb({
  pages: {
    Removal: async () => ({ default: (await import('./pages.ts')).Removal }),
    Run: async () => ({ default: (await import('./pages.ts')).Run }),
  },
  stores: [RemovalDraft, Stills],
  subscriptions: [tellsRunsEnded({ to: AT.run })],
  commands: {
    async open(context) {
      await context.get(ROUTER).go(AT.page);
    },
  },
  activate(context) {
    context.contribute(
      TASK_WORK,
      toolTaskWork('removal', context.get(HTTP), { [DRAW_STILL]: 'removal:job.draw-still' }),
    );
    context.contribute(MATERIAL_ACTIONS, {
      ...{ id: 'removal', title: 'removal:library.remove', icon: 'erase', kinds: ['video'], pictures: REMOVE_PICTURES },
      async run(materials) {
        context.store(RemovalDraft).inputs.add(materials);
        await context.get(ROUTER).go(AT.page);
      },
    });
    context.contribute(TOOL_CARDS, {
      ...{ id: 'removal', title: 'removal:title', icon: 'erase', order: 50, tool: REMOVE_TOOL, at: AT },
      ...{ have: 'removal:card.have', want: 'removal:card.want' },
      open: (ids) => context.store(RemovalDraft).inputs.openWith(ids),
    });
    context.contribute(MATERIAL_FOLDER_ACTIONS, {
      ...{ id: 'removal', title: 'removal:library.folder', icon: 'erase', kinds: ['video'] },
      run: ({ name }, materials) => context.store(RemovalDraft).removeText(name, materials),
    });
  },
});
