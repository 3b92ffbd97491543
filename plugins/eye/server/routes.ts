import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '../calls.ts';
import { createEye } from './eye.ts';
import { openText } from './open-text.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  const eye = createEye(ctx);
  calls.handle(call.listTextLanguages, async () => ({ languages: [...(await eye.languages())] }));
  calls.handle(call.openText, ({ body }, { caller, language }) => openText(ctx, eye, caller.accountId, body, language));
}
