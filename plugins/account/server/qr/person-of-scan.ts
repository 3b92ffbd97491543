import { WECHAT_QR } from './qr-ids.ts';

/** Who scanned, as it is kept with an account: people of different providers are different people. */
export function personOfScan(provider: string, person: string): string {
  return provider === WECHAT_QR ? person : `${provider} ${person}`;
}
