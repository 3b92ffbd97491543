import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';

import * as call from '#plugins/mixing/calls.ts';
import { announcePresence } from '../projects/announce-presence.ts';
import { listMixCards } from '../cards/list-mix-cards.ts';
import { listMixEffects } from '../effects/list-mix-effects.ts';
import { copyMixProject } from '../projects/copy-mix-project.ts';
import { createMixProject } from '../projects/create-mix-project.ts';
import { deleteMixProject } from '../projects/delete-mix-project.ts';
import { findMaterialUses } from '../projects/find-material-uses.ts';
import { findMixProject } from '../projects/find-mix-project.ts';
import { listMixProjects } from '../projects/list-mix-projects.ts';
import { presentMixProject } from '../projects/present-mix-project.ts';
import { restoreMixProject } from '../projects/restore-mix-project.ts';
import { updateMixProject } from '../projects/update-mix-project.ts';
import { createSampleProject } from '../samples/create-sample-project.ts';

/** Calls that keep projects. */
export function projectRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.createMixProject, ({ query, body }, { caller }) =>
    createMixProject(ctx, caller.accountId, body, query),
  );
  calls.handle(call.listMixProjects, ({ query }, { caller }) => listMixProjects(ctx, caller.accountId, query));
  calls.handle(call.findMaterialUses, ({ body }, { caller }) => findMaterialUses(ctx, caller.accountId, body.ids));
  calls.handle(call.listMixCards, ({ query }, { caller, language }) =>
    listMixCards(ctx, caller.accountId, { ...query, language }),
  );
  calls.handle(call.readMixProject, async ({ params }, { caller }) =>
    presentMixProject(await findMixProject(ctx.db.scope(caller.accountId), params.id)),
  );
  calls.handle(call.updateMixProject, ({ params, body }, { caller }) =>
    updateMixProject(ctx, caller.accountId, params.id, body),
  );
  calls.handle(call.deleteMixProject, ({ params }, { caller }) => deleteMixProject(ctx, caller.accountId, params.id));
  calls.handle(call.copyMixProject, ({ params, body }, { caller, language }) =>
    copyMixProject(ctx, caller.accountId, params.id, { ...body, language }),
  );
  calls.handle(call.restoreMixProject, ({ params }, { caller }) => restoreMixProject(ctx, caller.accountId, params.id));
  calls.handle(call.announcePresence, ({ params, body }, { caller, request }) =>
    announcePresence(ctx, caller.accountId, {
      ...{ ...body, projectId: params.id, userAgent: request.headers['user-agent'] },
    }),
  );
  calls.handle(call.listMixEffects, (_input, { caller, language }) => listMixEffects(ctx, caller, language));
  calls.handle(call.createSampleProject, (_input, { caller, language }) =>
    createSampleProject(ctx, caller.accountId, language),
  );
}
