import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';

import { writeWish } from '../calls.ts';

/** Asks where what a run makes is to be sent once it has ended, and keeps the answer; '' for nowhere. */
export async function askAndWish(context: PluginContext, runId: string): Promise<void> {
  const answer = await context.get(DIALOGS).open<string>('publishing/send', { count: null });
  if (answer === undefined) return;
  const body = { target: answer === '' ? null : answer };
  await context.get(HTTP).call(writeWish, { params: { id: runId }, body }, { signal: context.signal });
}
