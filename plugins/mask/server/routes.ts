import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { EYE } from '#plugins/eye/server/api.ts';

import * as call from '../calls.ts';
import { openText } from './open-text.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listTextLanguages, async () => ({ languages: [...((await ctx.use(EYE)?.languages()) ?? [])] }));
  calls.handle(call.openText, ({ body }, { caller, language }) => openText(ctx, caller.accountId, body, language));
}
