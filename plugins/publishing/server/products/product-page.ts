import { z } from 'zod';

import type { FoundProduct } from '#core/server/services/providers/products.ts';

const LETTERS = 200;

/** Signs that pages write as names. */
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * Reads what a page says of its product: by JSON-LD, else by Open Graph, else by its title.
 * @returns null for a page that names nothing
 */
export function readProductPage(html: string, url: URL): FoundProduct | null {
  const metas = metasOf(html);
  const linked = linkedProduct(html);
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1];
  const name = tidy(linked?.name ?? metas.get('og:title') ?? title);
  if (name === null) return null;
  const amount = linked?.price ?? metas.get('product:price:amount') ?? metas.get('og:price:amount');
  const currency = linked?.currency ?? metas.get('product:price:currency') ?? metas.get('og:price:currency');
  return {
    ...{ url: addressOf(metas.get('og:url'), url), name },
    price: tidy([currency, amount].filter((part) => part !== undefined && amount !== undefined).join(' ')),
    picture: pictureOf(linked?.picture ?? metas.get('og:image'), url),
  };
}

function metasOf(html: string): Map<string, string> {
  const metas = new Map<string, string>();
  for (const [tag] of html.matchAll(/<meta\b[^>]*>/gi)) {
    const named = attribute(tag, 'property') ?? attribute(tag, 'name');
    const content = attribute(tag, 'content');
    if (named !== undefined && content !== undefined && !metas.has(named)) metas.set(named.toLowerCase(), content);
  }
  return metas;
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : decode(value);
}

const words = z.union([z.string(), z.number()]).transform(String);
const pictureSchema = z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional();
const offerSchema = z.object({
  price: words.optional(),
  lowPrice: words.optional(),
  priceCurrency: z.string().optional(),
});
const linkedSchema = z.object({
  '@type': z.union([z.literal('Product'), z.array(z.string()).refine((types) => types.includes('Product'))]),
  name: z.string(),
  image: pictureSchema.catch(undefined),
  offers: z
    .union([offerSchema, z.array(offerSchema).transform(([first]) => first)])
    .optional()
    .catch(undefined),
});

function linkedProduct(html: string) {
  for (const [, json = ''] of html.matchAll(/<script[^>]*application\/ld\+json[^>]*>([\s\S]*?)<\/script>/gi)) {
    for (const node of nodesOf(json)) {
      const { data } = linkedSchema.safeParse(node);
      if (data === undefined) continue;
      const { name, image: picture, offers } = data;
      return { name, picture, price: offers?.price ?? offers?.lowPrice, currency: offers?.priceCurrency };
    }
  }
  return undefined;
}

function nodesOf(json: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(json);
    const graph = z.object({ '@graph': z.array(z.unknown()) }).safeParse(parsed);
    return graph.success ? graph.data['@graph'] : Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return [];
  }
}

/** What the page calls its own address, as long as that is at the same shop. */
function addressOf(said: string | undefined, url: URL): string {
  const own = URL.parse(said ?? '', url.href);
  return own !== null && own.protocol === url.protocol && own.host === url.host ? own.href : url.href;
}

function pictureOf(said: string | undefined, url: URL): string | null {
  const picture = said === undefined ? null : URL.parse(said, url.href);
  return picture?.protocol === 'https:' ? picture.href : null;
}

function tidy(text: string | undefined): string | null {
  const tidied = decode(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return tidied === '' ? null : [...tidied].slice(0, LETTERS).join('');
}

const decode = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return SIGNS[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
    },
  );
