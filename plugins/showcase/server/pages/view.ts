import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import { filingOf } from '#core/server/ground/site-facts.ts';
import type { CallContext } from '#core/server/http/calls/call-registry.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { addressesOf, originOf, type Addresses } from '../addresses.ts';

/** What a page depends on besides what it shows. */
export interface View {
  language: MessageLanguage;
  t(key: MessageKey, params?: MessageParams): string;
  /** Scheme and host for whoever is elsewhere: feeds, cards, frames. */
  origin: string;
  /** Addresses for whoever is elsewhere. */
  absolute(handle: string): Addresses;
  /** Addresses within the pages, which work at whatever host they were opened. */
  within(handle: string): Addresses;
  /** The filing number of the host that was asked for. */
  filing: string | null;
  request: CallContext['request'];
  reply: CallContext['reply'];
}

export function viewOf(
  { publicUrl, site }: Pick<ServerContext, 'publicUrl' | 'site'>,
  { language, request, reply }: CallContext<Caller | null>,
): View {
  const origin = originOf(publicUrl, request);
  return {
    ...{ language, origin, request, reply },
    t: (key, params) => translate(language, key, params),
    absolute: (handle) => addressesOf(origin, handle),
    within: (handle) => addressesOf('', handle),
    filing: filingOf(site, request.hostname),
  };
}
