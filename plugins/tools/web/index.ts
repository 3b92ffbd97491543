import { defineWeb } from '#core/web/define-web.ts';
import { ROUTER } from '#core/web/router/router.ts';

import ToolsPage from './ToolsPage.tsx';

export default defineWeb({
  // Whatever wants this file goes to the page: they are one, for the start names each file that is fetched later.
  pages: { Tools: async () => ({ default: ToolsPage }) },
  commands: {
    async open(context) {
      await context.get(ROUTER).go('/videoEditTools');
    },
  },
});
