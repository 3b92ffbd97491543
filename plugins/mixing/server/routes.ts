import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/context.ts';
import type { CallRegistry } from '#core/server/http/call-registry.ts';

import * as call from '../calls.ts';
import { listMixCards } from './cards/list-mix-cards.ts';
import { createMixProject } from './projects/create-mix-project.ts';
import { deleteMixProject } from './projects/delete-mix-project.ts';
import { findMixProject } from './projects/find-mix-project.ts';
import { listMixProjects } from './projects/list-mix-projects.ts';
import { presentMixProject } from './projects/present-mix-project.ts';
import { updateMixProject } from './projects/update-mix-project.ts';
import { cancelMixRun } from './runs/cancel-mix-run.ts';
import { createMixRun } from './runs/create-mix-run.ts';
import { findMixRun } from './runs/find-mix-run.ts';
import { listMixOutputs } from './runs/list-mix-outputs.ts';
import { presentMixRun } from './runs/present-mix-run.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  const scope = (accountId: string) => ctx.db.scope(accountId);

  calls.handle(call.createMixProject, ({ body }, { caller }) => createMixProject(ctx, caller.accountId, body));
  calls.handle(call.listMixProjects, ({ query }, { caller }) => listMixProjects(ctx, caller.accountId, query));
  calls.handle(call.listMixCards, ({ query }, { caller, language }) =>
    listMixCards(ctx, caller.accountId, { ...query, language }),
  );
  calls.handle(call.readMixProject, async ({ params }, { caller }) =>
    presentMixProject(await findMixProject(scope(caller.accountId), params.id)),
  );
  calls.handle(call.updateMixProject, ({ params, body }, { caller }) =>
    updateMixProject(ctx, caller.accountId, params.id, body),
  );
  calls.handle(call.deleteMixProject, ({ params }, { caller }) => deleteMixProject(ctx, caller.accountId, params.id));

  calls.handle(call.createMixRun, ({ params, body }, { caller, language }) =>
    createMixRun(ctx, caller, params.id, body, language),
  );
  calls.handle(call.readMixRun, async ({ params }, { caller, language }) =>
    presentMixRun(ctx, await findMixRun(scope(caller.accountId), params.id), language),
  );
  calls.handle(call.listMixOutputs, ({ params, query }, { caller }) =>
    listMixOutputs(ctx, caller.accountId, params.id, query),
  );
  calls.handle(call.cancelMixRun, ({ params }, { caller, language }) =>
    cancelMixRun(ctx, caller.accountId, params.id, language),
  );
  calls.handle(call.readMixCertificate, async ({ params }, { caller }) => {
    const run = await findMixRun(scope(caller.accountId), params.id);
    return run.certificate ?? fail('mixing:run-unfinished', {}, { kind: 'not-found' });
  });
}
