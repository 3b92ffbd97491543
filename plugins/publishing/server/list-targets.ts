import type { CallData } from '#core/contract/call.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { listTargets as call } from '../calls.ts';

/** The targets that operators have chosen and that can be used now. */
export async function listTargets(
  { providers }: Pick<ServerContext, 'providers'>,
  language: MessageLanguage,
): Promise<CallData<typeof call>> {
  const kind = (await providers.desk.list()).find((known) => known.kind === 'targets');
  const say = (key: string) => (isMessageKey(key) ? translate(language, key) : key);
  const usable = kind?.adapters.filter(({ id, state }) => state === 'ready' && kind.inUse.includes(id)) ?? [];
  return {
    targets: usable.map(({ id, title, about }) => ({
      ...{ id, title: say(title ?? id), about: about === null ? null : say(about) },
    })),
  };
}
