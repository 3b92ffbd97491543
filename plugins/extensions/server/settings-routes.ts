import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { shownOperatorValues, writeOperatorValues } from '#core/server/services/settings/operator-values.ts';
import { readExtensionSettings, writeExtensionSettings } from '#plugins/extensions/calls.ts';

import { findPlugin } from './manage-routes.ts';

/** Handlers of the calls for what operators set for a plugin. */
export function settingsRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(readExtensionSettings, async ({ params: { id } }, { caller }) => {
    const { manifest } = await findPlugin(ctx, id, caller.accountId);
    return { values: await shownOperatorValues(ctx, manifest) };
  });

  calls.handle(writeExtensionSettings, async ({ params: { id }, body }, { caller }) => {
    const { manifest } = await findPlugin(ctx, id, caller.accountId);
    await writeOperatorValues(ctx, manifest, body.values, caller.accountId);
    return { values: await shownOperatorValues(ctx, manifest) };
  });
}
