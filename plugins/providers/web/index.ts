import { defineWeb } from '#core/web/define-web.ts';
import { ROUTER } from '#core/web/router/router.ts';

import { ServicesStore } from './store/ServicesStore.ts';

export default defineWeb({
  pages: {
    Services: async () => ({ default: (await import('./pages.ts')).Services }),
    Service: async () => ({ default: (await import('./pages.ts')).Service }),
  },
  stores: [ServicesStore],
  commands: {
    async open(context) {
      await context.get(ROUTER).go('/operator/services');
    },
  },
});
