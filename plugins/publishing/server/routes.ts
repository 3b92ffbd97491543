import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '../calls.ts';
import { listTargets } from './list-targets.ts';
import { startSends } from './start-sends.ts';
import { readWish, writeWish } from './wishes.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listTargets, (_input, { language }) => listTargets(ctx, language));
  calls.handle(call.readWish, ({ params }, { caller, language }) =>
    readWish(ctx, { accountId: caller.accountId, runId: params.id, language }),
  );
  calls.handle(call.writeWish, ({ params, body }, { caller, language }) =>
    writeWish(ctx, { accountId: caller.accountId, runId: params.id, language }, body.target),
  );
  calls.handle(call.sendFiles, ({ body }, { caller }) => startSends(ctx, caller.accountId, body));
}
