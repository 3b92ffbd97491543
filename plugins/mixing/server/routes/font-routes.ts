import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';

import * as call from '#plugins/mixing/calls.ts';
import { createFindCaptionFonts } from '../fonts/find-caption-fonts.ts';
import { readCaptionFont } from '../fonts/read-caption-font.ts';

/** Calls that give a preview the fonts of the videos. */
export function fontRoutes(calls: CallRegistry, ctx: ServerContext): void {
  const find = createFindCaptionFonts(ctx);

  calls.handle(call.findCaptionFonts, ({ body }, { signal }) => find(body, signal));
  calls.stream(call.readCaptionFont, ({ params }, context) => readCaptionFont(ctx, params.id, context));
}
