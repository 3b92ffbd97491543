import { z } from 'zod';

import { guardedFetch } from '#core/server/services/outbound/send-guarded.ts';
import { isPublicAddress } from '#core/server/services/outbound/public-address.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

// What platforms have in common that consist of many servers, each with an address that its members enter.

/** What operators set of such a platform. */
export const instanceSettings = {
  privateNetwork: z
    .boolean()
    .default(false)
    .meta({ title: 'channels:instance.private', description: 'channels:instance.private-about' }),
};

/** Sends to servers that members have named: those of the internet, unless operators allow their own network. */
export const instanceFetch = (privateNetwork: boolean) =>
  guardedFetch((address) => privateNetwork || isPublicAddress(address));

/** The origin of a server, from what somebody has entered. @throws ProviderFailure `refused` */
export function instanceOrigin(entered: string | undefined, privateNetwork: boolean): string {
  const text = (entered ?? '').trim();
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  const isSafe = url?.protocol === 'https:' || (privateNetwork && url?.protocol === 'http:');
  if (url === null || !isSafe || url.username !== '' || url.password !== '') {
    throw new ProviderFailure('refused', `${text.slice(0, 200)} is no address of a server with https`);
  }
  return url.origin;
}
