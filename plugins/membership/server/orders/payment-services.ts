import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { TRIAL_CASHIER } from '../trial/trial-cashier.ts';

/** A payment service as payers see it. */
export interface NamedService {
  id: string;
  title: string;
  /** How paying by it goes; null where nobody has said so for payers. */
  about: string | null;
}

/**
 * The payment services that operators have chosen and that can be used now. The trial cashier is none beside one that takes
 * money.
 */
export async function paymentServices(
  { providers }: Pick<ServerContext, 'providers'>,
  language: MessageLanguage,
): Promise<NamedService[]> {
  const kind = (await providers.admin.list()).find((known) => known.kind === 'payment');
  const say = (key: string) => (isMessageKey(key) ? translate(language, key) : key);
  const usable = (kind?.adapters ?? []).filter(
    ({ id, state }) => state === 'ready' && kind?.inUse.includes(id) === true,
  );
  const real = usable.filter(({ id }) => id !== TRIAL_CASHIER);
  return (real.length > 0 ? real : usable).map(({ id, title }) => {
    // What an adapter says about itself is for operators, who connect it.
    const forPayers = `membership:pays-by.${id.replace(/^membership\./, '')}`;
    return { id, title: say(title ?? id), about: isMessageKey(forPayers) ? translate(language, forPayers) : null };
  });
}
