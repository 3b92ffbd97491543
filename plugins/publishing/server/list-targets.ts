import type { CallData } from '#core/contract/call.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { listTargets as call, Target } from '../calls.ts';

interface KnownTarget extends Target {
  usable: boolean;
}

type Services = Pick<ServerContext, 'providers'>;

/** The targets that operators have chosen and that can be used now. */
export async function listTargets(services: Services, language: MessageLanguage): Promise<CallData<typeof call>> {
  const targets = await knownTargets(services, language);
  return { targets: targets.flatMap(({ usable, ...target }) => (usable ? [target] : [])) };
}

/** Whatever is known of targets, also of those that cannot be used. */
export async function knownTargets({ providers }: Services, language: MessageLanguage): Promise<KnownTarget[]> {
  const kind = (await providers.admin.list()).find((known) => known.kind === 'targets');
  const say = (key: string) => (isMessageKey(key) ? translate(language, key) : key);
  return (kind?.adapters ?? []).map(({ id, title, about, state }) => ({
    ...{ id, title: say(title ?? id), about: about === null ? null : say(about) },
    usable: state === 'ready' && kind?.inUse.includes(id) === true,
  }));
}
