import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';

import * as call from '#plugins/mixing/calls.ts';
import { createMixTemplate } from '../templates/create-mix-template.ts';
import { deleteMixTemplate } from '../templates/delete-mix-template.ts';
import { listMixTemplates } from '../templates/list-mix-templates.ts';
import { updateMixTemplate } from '../templates/update-mix-template.ts';

/** Calls that keep templates. */
export function templateRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listMixTemplates, (_input, { caller }) => listMixTemplates(ctx, caller.accountId));
  calls.handle(call.createMixTemplate, ({ body }, { caller }) => createMixTemplate(ctx, caller.accountId, body));
  calls.handle(call.updateMixTemplate, ({ params, body }, { caller }) =>
    updateMixTemplate(ctx, caller.accountId, params.id, body),
  );
  calls.handle(call.deleteMixTemplate, ({ params }, { caller }) => deleteMixTemplate(ctx, caller.accountId, params.id));
}
