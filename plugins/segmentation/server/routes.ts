import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '../calls.ts';
import { openVideos } from './open-videos.ts';
import { saveEdit } from './save-edit.ts';
import { startSplit } from './start-split.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.openVideos, ({ body }, { caller, language }) => openVideos(ctx, caller.accountId, body, language));
  calls.handle(call.saveEdit, ({ params, body }, { caller }) =>
    saveEdit(ctx, caller.accountId, { id: params.id, ...body }),
  );
  calls.handle(call.startSplit, ({ body }, { caller, language }) => startSplit(ctx, caller, body, language));
}
