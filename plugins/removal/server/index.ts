import { defineServer } from '#core/server/plugins/server-plugin.ts';
import type { Operation } from '#core/server/services/media/operation.ts';

import { DRAW_STILL, openStill as call } from '../calls.ts';
import manifest from '../plugin.ts';
import { drawStillJob, openStill } from './open-still.ts';
import { removeOperation } from './remove-operation.ts';
import { builtInFill, fillService } from './service/service.ts';
import { removeTool } from './remove-tool.ts';
import { findTextOperation } from './shots/find-text-operation.ts';
import { stillOperation } from './still-operation.ts';

export default defineServer({
  manifest,
  routes(calls, ctx) {
    calls.handle(call, ({ body }, { caller, language }) => openStill(ctx, caller.accountId, body, language));
  },
  // Each checks its own parameters.
  operations: () => [removeOperation, findTextOperation, stillOperation] as Operation[],
  providers: () => [builtInFill, fillService],
  tools: (ctx) => [removeTool(ctx)],
  jobs: (ctx) => ({ [DRAW_STILL]: drawStillJob(ctx) }),
});
