import type { ServerContext } from '#core/server/context.ts';
import type { CallRegistry } from '#core/server/http/call-registry.ts';

import { listWorkbenchJobs, readFirstSteps } from '../calls.ts';
import { firstSteps } from './first-steps.ts';
import { workbenchJobs } from './workbench-jobs.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(listWorkbenchJobs, ({ query }, { caller, language }) =>
    workbenchJobs(ctx, caller.accountId, { ...query, language }),
  );
  calls.handle(readFirstSteps, (_input, { caller }) => firstSteps(ctx, caller.accountId));
}
