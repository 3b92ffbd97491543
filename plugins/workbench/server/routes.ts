import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';

import { readFirstSteps } from '../calls.ts';
import { firstSteps } from './first-steps.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(readFirstSteps, (_input, { caller }) => firstSteps(ctx, caller.accountId));
}
