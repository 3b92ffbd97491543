import { defineServer } from '#core/server/plugins/server-plugin.ts';

import {
  listConsumption as listConsumptionCall,
  listTiers as listTiersCall,
  sumConsumption as sumConsumptionCall,
} from '../calls.ts';
import manifest from '../plugin.ts';
import { listConsumption, sumConsumption } from './consumption.ts';
import { listTiers } from './list-tiers.ts';

export default defineServer({
  manifest,
  consoleCommands: { ledger: async () => (await import('./command/ledger.ts')).default },
  routes(calls, ctx) {
    calls.handle(listTiersCall, (_input, { language }) => listTiers(ctx, language));
    calls.handle(listConsumptionCall, ({ query }, { caller, language }) =>
      listConsumption(ctx, caller.accountId, { ...query, language }),
    );
    calls.handle(sumConsumptionCall, ({ query }, { caller }) => sumConsumption(ctx, caller.accountId, query));
  },
});
