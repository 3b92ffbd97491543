import { defineWeb } from '#core/web/define-web.ts';

import { ShowcasesStore } from './ShowcasesStore.ts';

export default defineWeb({
  pages: { Showcases: () => import('./ShowcasesPage.tsx') },
  stores: [ShowcasesStore],
});
