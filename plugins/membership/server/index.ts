import { defineServer } from '#core/server/plugins/server-plugin.ts';

import { listTiers as listTiersCall } from '../calls.ts';
import manifest from '../plugin.ts';
import { listTiers } from './list-tiers.ts';

export default defineServer({
  manifest,
  consoleCommands: { ledger: async () => (await import('./command/ledger.ts')).default },
  routes(calls, ctx) {
    calls.handle(listTiersCall, (_input, { language }) => listTiers(ctx, language));
  },
});
