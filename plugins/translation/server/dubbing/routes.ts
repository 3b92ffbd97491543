import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '#plugins/translation/calls.ts';
import { speakLine } from './speak-line.ts';
import { readDub, startDub } from './start-dub.ts';

/** Calls that dub a language of a project. */
export function dubRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.readDub, ({ params }, { caller: { accountId }, language }) =>
    readDub(ctx, { ...params, accountId }, language),
  );
  calls.handle(call.startDub, ({ params, body }, { caller: { accountId }, language }) =>
    startDub(ctx, { ...params, accountId }, body, language),
  );
  calls.handle(call.speakLine, ({ params, body }, { caller: { accountId }, signal }) =>
    speakLine(ctx, { ...params, accountId }, body, signal),
  );
}
