import { defineWeb } from '#core/web/define-web.ts';
import { ROUTER } from '#core/web/router/router.ts';

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
});
