import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '#plugins/showcase/calls.ts';
import { originOf } from '../addresses.ts';
import { changeShowcase, listShowcasePosts, listShowcases } from './own-showcases.ts';
import { withdrawPost } from './withdraw-post.ts';

/** What members do with their own showcases. */
export function manageRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listShowcases, (_input, { caller, request }) =>
    listShowcases(ctx, caller.accountId, originOf(ctx.publicUrl, request)),
  );
  calls.handle(call.changeShowcase, ({ params, body }, { caller }) =>
    changeShowcase(ctx, caller.accountId, { id: params.id, ...body }),
  );
  calls.handle(call.listShowcasePosts, ({ params, query }, { caller, request }) =>
    listShowcasePosts(ctx, caller.accountId, {
      ...{ id: params.id, page: query.page, origin: originOf(ctx.publicUrl, request) },
    }),
  );
  calls.handle(call.withdrawPost, ({ params, body }, { caller }) =>
    withdrawPost(ctx, caller.accountId, { id: params.id, ...body }),
  );
}
