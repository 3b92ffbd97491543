import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { tellsRunsEnded } from '#core/web/runs/run-ends.ts';
import { toolTaskWork } from '#core/web/runs/tool-task-work.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { TOOL_CARDS } from '#core/web/tools/tool-cards.ts';
import { MATERIAL_ACTIONS, MATERIAL_FOLDER_ACTIONS } from '#plugins/materials/api.ts';

import { FIND_MOMENTS, stopWork, TIME_TEXT } from '#plugins/copywriting/calls.ts';
import { EXTRACT_TOOL } from '#plugins/copywriting/limits.ts';
import { VideoMoments } from './editor/VideoMoments.ts';
import { TextEditor } from './editor/TextEditor.ts';
import { ExtractDraft } from './extract/ExtractDraft.ts';
import { AT } from './run/addresses.ts';
import { TextsStore } from './texts/TextsStore.ts';
import { TextTiming } from './timing/TextTiming.ts';

export default defineWeb({
  pages: {
    Texts: async () => ({ default: (await import('./pages.ts')).Texts }),
    Text: async () => ({ default: (await import('./pages.ts')).Text }),
    Extract: async () => ({ default: (await import('./pages.ts')).Extract }),
    Run: async () => ({ default: (await import('./pages.ts')).Run }),
  },
  dialogs: {
    import: async () => ({ default: (await import('./pages.ts')).ImportDialog }),
    facts: async () => ({ default: (await import('./pages.ts')).FactsDialog }),
    timing: async () => ({ default: (await import('./pages.ts')).TimingDialog }),
  },
  stores: [TextsStore, ExtractDraft, TextEditor, VideoMoments, TextTiming],
  subscriptions: [tellsRunsEnded({ to: AT.run })],
  commands: {
    async texts(context) {
      await context.get(ROUTER).go('/material/copywriting');
    },
    async extract(context) {
      await context.get(ROUTER).go(AT.page);
    },
  },
  activate(context) {
    const http = context.get(HTTP);
    const runs = toolTaskWork('copywriting', http, {
      [FIND_MOMENTS]: 'copywriting:job.find-moments',
      [TIME_TEXT]: 'copywriting:job.time-text',
    });
    context.contribute(TASK_WORK, {
      ...runs,
      // Runs are subjects by their ids, what is found out about a video by its id and what it is.
      async cancel(subjectId, signal) {
        if (!subjectId.includes(':')) return await runs.cancel?.(subjectId, signal);
        await http.call(stopWork, { body: { subjectId } }, { signal, handlesErrors: true });
      },
    });
    context.contribute(MATERIAL_ACTIONS, {
      ...{ id: 'extract', title: 'copywriting:library.extract', icon: 'captions', kinds: ['video'], order: 30 },
      async run(materials) {
        context.store(ExtractDraft).inputs.add(materials);
        await context.get(ROUTER).go(AT.page);
      },
    });
    context.contribute(MATERIAL_FOLDER_ACTIONS, {
      ...{ id: 'extract', title: 'copywriting:library.folder', icon: 'captions', kinds: ['video'] },
      run: ({ name }, materials) => context.store(ExtractDraft).extractFolder(name, materials),
    });
    context.contribute(TOOL_CARDS, {
      ...{
        id: 'copywriting',
        title: 'copywriting:extract.title',
        icon: 'captions',
        order: 60,
        tool: EXTRACT_TOOL,
        at: AT,
      },
      ...{ have: 'copywriting:card.have', want: 'copywriting:card.want' },
      open: (ids) => context.store(ExtractDraft).inputs.openWith(ids),
    });
  },
});
