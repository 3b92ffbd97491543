import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';

import * as call from '#plugins/mixing/calls.ts';
import { assertEffects } from '../effects/assert-effects.ts';
import { createMeasure } from '../measure/measure-mix-project.ts';
import { readRenderedPreview } from '../preview/present-preview.ts';
import { listVoices } from '../preview/list-voices.ts';
import { createPreview } from '../preview/preview-mix-project.ts';
import { renderMixPreview } from '../preview/render-mix-preview.ts';
import { speakDubbing } from '../preview/speak-dubbing.ts';
import { createPlanner } from '../threads/planner.ts';

/** Calls that tell and show what a project would yield before it runs. */
export function previewRoutes(calls: CallRegistry, ctx: ServerContext): void {
  const planner = createPlanner(ctx);
  const measure = createMeasure(ctx, planner);
  const preview = createPreview(planner);

  calls.handle(call.measureMixProject, ({ body }, { caller, language, signal }) =>
    measure(caller, body, { language, signal }),
  );
  calls.handle(call.previewMixProject, ({ body }, { caller }) => preview(caller.accountId, body));
  calls.handle(call.renderMixPreview, async ({ body }, { caller, language }) => {
    await assertEffects(ctx, caller, body.document, language);
    return await renderMixPreview(ctx, planner, caller.accountId, body, language);
  });
  calls.handle(call.readRenderedPreview, ({ params }, { caller, language }) =>
    readRenderedPreview(ctx, caller.accountId, params.id, language),
  );
  calls.handle(call.listVoices, ({ query }, { caller, language }) =>
    listVoices(ctx, { accountId: caller.accountId, tag: query.language }, language),
  );
  calls.handle(call.speakDubbing, ({ body }, { caller, signal }) => speakDubbing(ctx, caller.accountId, body, signal));
}
