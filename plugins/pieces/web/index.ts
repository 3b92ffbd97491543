import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { tellsRunsEnded } from '#core/web/runs/run-ends.ts';
import { toolTaskWork } from '#core/web/runs/tool-task-work.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { TOOL_CARDS } from '#core/web/tools/tool-cards.ts';
import { MATERIAL_ACTIONS } from '#plugins/materials/api.ts';

import { EXPORT_PICTURES, EXPORT_TOOL } from '#plugins/pieces/limits.ts';
import { AT } from './lists/addresses.ts';
import { PiecesLists } from './lists/PiecesLists.ts';
import { OpenedProjects } from './preview/OpenedProjects.ts';
import { ExportDraft } from './project/ExportDraft.ts';
import { ProjectDraft } from './project/ProjectDraft.ts';
import { TemplateDraft } from './template/TemplateDraft.ts';

export default defineWeb({
  pages: {
    NewProject: async () => ({ default: (await import('./pages.ts')).NewProject }),
    Preview: async () => ({ default: (await import('./pages.ts')).Preview }),
    Run: async () => ({ default: (await import('./pages.ts')).Run }),
    Template: async () => ({ default: (await import('./pages.ts')).Template }),
  },
  stores: [PiecesLists, ProjectDraft, ExportDraft, TemplateDraft, OpenedProjects],
  subscriptions: [tellsRunsEnded({ to: AT.run })],
  commands: {
    async open(context) {
      await context.get(ROUTER).go(AT.page);
    },
  },
  activate(context) {
    const work = toolTaskWork('pieces', context.get(HTTP));
    context.contribute(TASK_WORK, { ...work, stages: { ...work.stages, 'pieces.measure': 'pieces:job.measure' } });
    context.contribute(MATERIAL_ACTIONS, {
      ...{ id: 'cut', title: 'pieces:library.cut', icon: 'pieces', kinds: ['video'], pictures: EXPORT_PICTURES },
      async run(materials) {
        context.store(ProjectDraft).inputs.add(materials);
        await context.get(ROUTER).go(AT.page);
      },
    });
    context.contribute(TOOL_CARDS, {
      ...{ id: 'pieces', title: 'pieces:title', icon: 'pieces', order: 15, tool: EXPORT_TOOL, at: AT },
      ...{ have: 'pieces:card.have', want: 'pieces:card.want' },
      open: (ids) => context.store(ProjectDraft).inputs.openWith(ids),
    });
  },
});
