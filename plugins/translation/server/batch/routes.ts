import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import * as call from '#plugins/translation/batch-calls.ts';

import { acceptBatch, cancelBatch, pauseBatch, removeBatch, resumeBatch, retryBatch } from './control-batch.ts';
import { planBatch } from './plan-batch.ts';
import { listBatches, listBatchItems, readBatch } from './present-batch.ts';
import { startBatch } from './start-batch.ts';

/** The calls of batches. */
export function batchRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.planBatch, ({ body }, { caller, language }) => planBatch(ctx, caller.accountId, body, language));
  calls.handle(call.startBatch, ({ body }, { caller, language }) => startBatch(ctx, caller.accountId, body, language));
  calls.handle(call.listBatches, ({ query }, { caller }) => listBatches(ctx, caller.accountId, query));
  calls.handle(call.readBatch, ({ params: { id } }, { caller: { accountId }, language }) =>
    readBatch(ctx, { accountId, id }, language),
  );
  calls.handle(call.listBatchItems, ({ params: { id }, query }, { caller: { accountId }, language }) =>
    listBatchItems(ctx, { accountId, id }, query, language),
  );
  calls.handle(call.changeBatch, async ({ params: { id }, body }, { caller: { accountId }, language }) => {
    const own = { accountId, id };
    if (body.state === 'paused') await pauseBatch(ctx, own);
    else if (body.state === 'working') await resumeBatch(ctx, own);
    else await cancelBatch(ctx, own);
    return await readBatch(ctx, own, language);
  });
  calls.handle(call.retryBatch, async ({ params: { id }, body }, { caller: { accountId }, language }) => {
    await retryBatch(ctx, { accountId, id }, body.cause);
    return await readBatch(ctx, { accountId, id }, language);
  });
  calls.handle(call.acceptBatch, async ({ params: { id }, body }, { caller: { accountId }, language }) => {
    await acceptBatch(ctx, { accountId, id }, body.language);
    return await readBatch(ctx, { accountId, id }, language);
  });
  calls.handle(call.removeBatch, async ({ params: { id } }, { caller: { accountId } }) => {
    await removeBatch(ctx, { accountId, id });
    return null;
  });
}
