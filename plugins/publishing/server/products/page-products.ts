import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import { fetchGuarded } from '#core/server/services/outbound/fetch-guarded.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { readProductPage } from './product-page.ts';

const MOST_BYTES = 3 * 1024 ** 2;

const settings = z.object({
  privateNetwork: z
    .boolean()
    .default(false)
    .meta({ title: 'publishing:products.private', description: 'publishing:products.private-about' }),
});

/** Reads products from their own pages, wherever these are: it needs no key, and searches nothing. */
export const pageProducts = defineProvider({
  kind: 'products',
  id: 'publishing.product-page',
  title: 'publishing:products.page',
  about: 'publishing:products.page-about',
  embedded: true,
  settings,
  open: ({ privateNetwork }) => ({
    async resolve(url, signal) {
      try {
        const allows = privateNetwork ? { allows: () => true } : {};
        const { bytes, url: real } = await fetchGuarded(url, { maxBytes: MOST_BYTES, signal, ...allows });
        const found = readProductPage(new TextDecoder(charsetOf(bytes)).decode(bytes), real);
        if (found === null) throw new ProviderFailure('refused', `${real.host} shows no product there`);
        return found;
      } catch (error) {
        if (!(error instanceof ExpectedError)) throw error;
        throw new ProviderFailure('refused', error.message, { cause: error });
      }
    },
  }),
});

/** Pages of older shops in China are not in UTF-8. */
function charsetOf(bytes: Buffer): 'utf-8' | 'gb18030' {
  const said = /charset\s*=\s*["']?([\w-]+)/i.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1] ?? '';
  return /^gb(?:k|2312|18030)$/i.test(said) ? 'gb18030' : 'utf-8';
}
