import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import type { Providers } from './providers.ts';

/** The name of a service in the reader's language; its id where it is gone. */
export function serviceName(
  providers: Pick<Providers, 'titleOf'>,
  kind: ProviderKind,
  id: string,
  language: MessageLanguage,
): string {
  const title = providers.titleOf(kind, id);
  return title === null ? id : isMessageKey(title) ? translate(language, title) : title;
}
