import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import { sendFiles, type SentThings } from '../calls.ts';

const TOLD_MILLISECONDS = 6000;

/** Asks for a target, and has files sent there; how far they are is told in the list of jobs. */
export async function askAndSend(context: PluginContext, count: number, what: SentThings): Promise<void> {
  const target = await context.get(DIALOGS).open<string>('publishing/send', { count });
  if (target === undefined) return;
  const { sent } = await context.get(HTTP).call(sendFiles, { body: { target, what } }, { signal: context.signal });
  context.get(TOASTS).show({
    kind: 'success',
    text: () => context.t('publishing:send.sent', { count: sent }),
    duration: TOLD_MILLISECONDS,
  });
}
