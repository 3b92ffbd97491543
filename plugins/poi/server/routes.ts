import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '../calls.ts';
import { importPlaces } from './import-places.ts';
import { addPlace, changePlace, listPlaces, removePlaces } from './own-places.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listPlaces, ({ query }, { caller }) => listPlaces(ctx, caller.accountId, query));
  calls.handle(call.addPlace, ({ body }, { caller }) => addPlace(ctx, caller.accountId, body));
  calls.handle(call.changePlace, ({ params: { id }, body }, { caller: { accountId } }) =>
    changePlace(ctx, { accountId, id }, body),
  );
  calls.handle(call.removePlaces, async ({ body }, { caller }) => ({
    removed: await removePlaces(ctx, caller.accountId, body.ids),
  }));
  calls.handle(call.importPlaces, ({ body }, { caller: { accountId }, language }) =>
    importPlaces(ctx, { accountId, language, ...body }),
  );
}
