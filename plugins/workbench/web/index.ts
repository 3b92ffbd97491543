import { defineWeb } from '#core/web/define-web.ts';
import { ROUTER } from '#core/web/router/router.ts';

import { WORKBENCH_WIDGETS } from '#plugins/workbench/api.ts';
import { CardsStore } from './continue/CardsStore.ts';
import { StepsStore } from './steps/StepsStore.ts';

export default defineWeb({
  pages: { Workbench: () => import('./WorkbenchPage.tsx') },
  stores: [CardsStore, StepsStore],
  commands: {
    async open(context) {
      await context.get(ROUTER).go('/workbench');
    },
  },
  activate(context) {
    context.contribute(WORKBENCH_WIDGETS, {
      ...{ id: 'space', title: 'workbench:space.title', size: 'narrow', order: 10 },
      load: () => import('./space/SpaceUsed.tsx'),
    });
  },
});
