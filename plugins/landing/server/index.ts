import { defineServer } from '#core/server/plugins/server-plugin.ts';

import { readPage as readPageCall } from '../calls.ts';
import manifest from '../plugin.ts';
import { readPage } from './read-page.ts';

export default defineServer({
  manifest,
  routes(calls, ctx) {
    calls.handle(readPageCall, ({ params }, { language }) => readPage(ctx, { name: params.name, language }));
  },
});
