import { defineWeb } from '#core/web/define-web.ts';
import { ROUTER } from '#core/web/router/router.ts';

import { PlacesStore } from './PlacesStore.ts';

export default defineWeb({
  pages: { Places: async () => ({ default: (await import('./pages.ts')).Places }) },
  dialogs: {
    place: async () => ({ default: (await import('./pages.ts')).PlaceDialog }),
    import: async () => ({ default: (await import('./pages.ts')).ImportDialog }),
  },
  stores: [PlacesStore],
  commands: {
    async places(context) {
      await context.get(ROUTER).go('/poiManage/list');
    },
  },
});
