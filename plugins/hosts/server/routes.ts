import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '../calls.ts';
import { checkOwnHost, readHealth, trustHost } from './health/check-hosts.ts';
import { addHost, changeHost, listHosts, presentHost, removeHost } from './own-hosts.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listHosts, (_input, { caller, language }) => listHosts(ctx, caller.accountId, language));
  calls.handle(call.addHost, async ({ body }, { caller, language }) =>
    presentHost(await addHost(ctx, caller.accountId, body), language),
  );
  calls.handle(call.changeHost, async ({ params: { id }, body }, { caller: { accountId }, language }) =>
    presentHost(await changeHost(ctx, { accountId, id }, body), language),
  );
  calls.handle(call.removeHost, async ({ params: { id } }, { caller: { accountId } }) => {
    await removeHost(ctx, { accountId, id });
    return null;
  });
  calls.handle(call.checkHost, async ({ params: { id } }, { caller: { accountId }, language, signal }) =>
    presentHost(await checkOwnHost(ctx, { accountId, id }, signal), language),
  );
  calls.handle(call.trustHost, async ({ params: { id }, body }, { caller: { accountId }, language, signal }) =>
    presentHost(await trustHost(ctx, { accountId, id }, body.fingerprint, signal), language),
  );
  calls.handle(call.readHealth, ({ params: { id } }, { caller: { accountId } }) => readHealth(ctx, { accountId, id }));
}
