import { listToolItems } from '#core/contract/tool-run-calls.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { tellsRunsEnded } from '#core/web/runs/run-ends.ts';
import { nameOf } from '#core/web/runs/run-look.ts';
import { toolTaskWork } from '#core/web/runs/tool-task-work.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { MATERIAL_ACTIONS, MATERIAL_BADGES, MATERIAL_USES } from '#plugins/materials/api.ts';
import { FIRST_STEPS, WORKBENCH_CARDS, WORKBENCH_OUTPUTS, WORKBENCH_STARTS } from '#plugins/workbench/api.ts';

import { CLIP_ACTIONS, COVER_TOOLS, EDITOR_PANELS, MIX_EFFECTS } from '../api.ts';
import { findMaterialUses, MAX_ASKED } from '../calls.ts';
import { runChanged } from '../events.ts';
import { drawFaded } from './parts/draw-faded.ts';
import { cardOf } from './parts/card-of.ts';
import { mixCountBadges } from './parts/mix-count-badges.ts';
import { sharedCards } from './parts/shared-cards.ts';
import { Certificates } from './certificate/Certificates.ts';
import { CopiedClips } from './editor/store/CopiedClips.ts';
import { Templates } from './editor/templates/Templates.ts';
import { OpenProjects } from './editor/store/OpenProjects.ts';
import { RunActions } from './run/RunActions.ts';
import { RUN_WORDS } from './run/run-words.ts';
import { ProjectsStore } from './projects/ProjectsStore.ts';

/** Recent videos on the workbench. */
const SHOWN_OUTPUTS = 12;

export default defineWeb({
  pages: {
    Editor: () => import('./editor/EditorPage.tsx'),
    Projects: () => import('./projects/ProjectsPage.tsx'),
    Run: () => import('./run/RunPage.tsx'),
    Certificate: () => import('./certificate/CertificatePage.tsx'),
  },
  dialogs: { 'add-clips': () => import('./editor/library/AddClipsDialog.tsx') },
  stores: [OpenProjects, Templates, CopiedClips, ProjectsStore, RunActions, Certificates],
  subscriptions: [tellsRunsEnded({ to: (id) => `/mixedCut/run/${id}`, words: RUN_WORDS })],
  commands: {
    async open(context) {
      await context.get(ROUTER).go('/mixedCutList/list');
    },
    async create(context) {
      await context.get(ROUTER).go('/mixedCut/create');
    },
  },
  activate(context) {
    const http = context.get(HTTP);
    const readCards = sharedCards(context);
    context.contribute(MATERIAL_ACTIONS, {
      ...{
        id: 'make',
        title: 'mixing:library.make',
        icon: 'scissors',
        kinds: ['video'],
        isNext: true,
        pictures: 'fitted',
      },
      async run(materials) {
        const { makeProject } = await import('./editor/library/from-library.ts');
        await makeProject(context, materials);
      },
    });
    context.contribute(MATERIAL_ACTIONS, {
      ...{ id: 'add', title: 'mixing:library.add', icon: 'plus', kinds: ['video'], pictures: 'fitted' },
      async run(materials) {
        const { addToProject } = await import('./editor/library/from-library.ts');
        await addToProject(context, materials);
      },
    });
    context.contribute(CLIP_ACTIONS, {
      ...{ id: 'elsewhere', title: 'mixing:editor.chosen-elsewhere', icon: 'scissors' },
      async run(clips) {
        const { addToProject } = await import('./editor/library/from-library.ts');
        await addToProject(
          context,
          clips.map(({ material }) => material),
        );
      },
    });
    context.contribute(EDITOR_PANELS, {
      ...{ id: 'replace', title: 'mixing:replace.title' },
      load: () => import('./editor/settings/text-tools.ts'),
    });
    context.contribute(COVER_TOOLS, {
      ...{ id: 'file', title: 'mixing:titles-file.add', about: 'mixing:titles-file.about' },
      async apply(cover) {
        const { titlesFromFile } = await import('./editor/settings/text-tools.ts');
        return await titlesFromFile(context, cover);
      },
    });
    context.contribute(MIX_EFFECTS, { name: 'mixing.fade-colours', draw: drawFaded });
    context.contribute(MATERIAL_BADGES, mixCountBadges);
    context.contribute(MATERIAL_USES, {
      async find(ids, signal) {
        const body = { ids: ids.slice(0, MAX_ASKED) };
        return (await http.call(findMaterialUses, { body }, { signal, handlesErrors: true })).items;
      },
    });
    context.contribute(WORKBENCH_CARDS, {
      events: [runChanged],
      load: async () => (await readCards()).items.map(cardOf),
    });
    context.contribute(WORKBENCH_STARTS, {
      ...{ id: 'mixing.new', title: 'mixing:projects.create', icon: 'plus', to: '/mixedCut/create' },
    });
    context.contribute(WORKBENCH_OUTPUTS, {
      events: [toolRunEnded],
      async load(signal) {
        const run = (await readCards()).items.find((card) => (card.run?.made ?? 0) > 0)?.run;
        if (run === undefined || run === null) return [];
        const args = { params: { id: run.id }, query: { limit: SHOWN_OUTPUTS } };
        const { items } = await http.call(listToolItems, args, { signal, handlesErrors: true });
        return items.flatMap((item) => {
          const { id, poster } = item;
          return poster === null ? [] : [{ id, title: nameOf(item), picture: poster, to: `/mixedCut/run/${run.id}` }];
        });
      },
    });
    context.contribute(FIRST_STEPS, {
      id: 'mixing.run',
      order: 30,
      title: 'mixing:step.run',
      text: 'mixing:step.run-text',
      to: '/mixedCut/create',
      isDone: async () => (await readCards()).made,
    });
    context.contribute(
      TASK_WORK,
      toolTaskWork('mixing', http, {
        'mixing.plan-run': 'mixing:job.plan-run',
        'mixing.render-output': 'mixing:job.render-output',
        'mixing.certify-run': 'mixing:job.certify-run',
        'mixing.render-preview': 'mixing:job.render-preview',
        'mixing.draw-samples': 'mixing:job.draw-samples',
      }),
    );
  },
});
