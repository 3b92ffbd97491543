import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '../calls.ts';
import { auditionVoice } from './clones/audition.ts';
import { createVoice } from './clones/create-voice.ts';
import { listVoices, presentVoice, renameVoice } from './clones/own-voices.ts';
import { removeVoice, retryVoice } from './clones/remove-voice.ts';
import { readService } from './clones/service-now.ts';
import { readRecording, removeRecording } from './recordings/own-recordings.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listVoices, (_request, { caller, language }) => listVoices(ctx, caller.accountId, language));
  calls.handle(call.readService, (_request, { language }) => readService(ctx, language));
  calls.handle(call.createVoice, async ({ body }, { caller, language }) =>
    presentVoice(ctx, await createVoice(ctx, caller.accountId, body, language), language),
  );
  calls.handle(call.renameVoice, ({ params: { id }, body }, { caller: { accountId }, language }) =>
    renameVoice(ctx, { accountId, id }, body.name, language),
  );
  calls.handle(call.removeVoice, async ({ params: { id } }, { caller: { accountId } }) => {
    await removeVoice(ctx, { accountId, id });
    return null;
  });
  calls.handle(call.retryVoice, async ({ params: { id } }, { caller: { accountId }, language }) =>
    presentVoice(ctx, await retryVoice(ctx, { accountId, id }), language),
  );
  calls.handle(call.auditionVoice, async ({ params: { id }, body }, { caller: { accountId }, language, signal }) => ({
    base64: await auditionVoice(ctx, { accountId, id }, body, language, signal),
  }));
  calls.handle(call.readRecording, ({ params: { id } }, { caller: { accountId }, language }) =>
    readRecording(ctx, { accountId, id }, language),
  );
  calls.handle(call.removeRecording, async ({ params: { id } }, { caller: { accountId } }) => {
    await removeRecording(ctx, { accountId, id });
    return null;
  });
}
