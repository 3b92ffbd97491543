import { and, desc, eq, ilike, or, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { FoundProduct } from '#core/server/services/providers/products.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { Product } from '#plugins/publishing/product-calls.ts';
import { publishingProducts, publishingProductSearches, type PostProduct } from '../tables.ts';

/** Products of one answer, and searches that are kept. */
const [MOST, MOST_SEARCHES] = [50, 10];

interface Asked {
  accountId: string;
  signal: AbortSignal;
}

/** Products that the account has used, and below them what shops find. */
export async function searchProducts(ctx: ServerContext, { accountId, signal }: Asked, keyword: string) {
  const found = keyword === '' ? [] : await askShops(ctx, keyword, signal);
  // What a shop has found can be used by its id, as what was pasted.
  const kept = await Promise.all(found.map((product) => keepProduct(ctx, accountId, product, false)));
  const { name, url, usedAt } = publishingProducts;
  const words = `%${keyword.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const used = await ctx.db.orm
    .select()
    .from(publishingProducts)
    .where(
      and(
        eq(publishingProducts.accountId, accountId),
        sql`${usedAt} is not null`,
        keyword === '' ? undefined : or(ilike(name, words), ilike(url, words)),
      ),
    )
    .orderBy(desc(usedAt))
    .limit(MOST);
  const searches = await ctx.db.orm
    .select({ words: publishingProductSearches.words })
    .from(publishingProductSearches)
    .where(eq(publishingProductSearches.accountId, accountId))
    .orderBy(desc(publishingProductSearches.at))
    .limit(MOST_SEARCHES);
  const known = new Set(used.map(({ id }) => id));
  const list = [...used.map(present), ...kept.filter(({ id }) => !known.has(id))].slice(0, MOST);
  return { list, searches: searches.map((search) => search.words) };
}

/**
 * The product behind an address, which the account keeps.
 * @throws expected `publishing:product.address`, `publishing:product.unread` (422)
 */
export async function resolveProduct(
  ctx: ServerContext,
  { accountId, signal }: Asked,
  typed: string,
): Promise<Product> {
  // Apps share a sentence with an address in it.
  const address = /https?:\/\/[^\s\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+/.exec(typed)?.[0] ?? `https://${typed}`;
  const url = URL.parse(address);
  if (url === null || !url.hostname.includes('.') || url.username !== '' || url.password !== '') {
    return fail('publishing:product.address', {}, { kind: 'invalid' });
  }
  const sources = await ctx.providers.every('products');
  // A shop that can be searched knows its own products; what reads any page comes after it.
  const knowing = sources.toSorted(
    (a, b) => Number(b.provider.search !== undefined) - Number(a.provider.search !== undefined),
  );
  for (const { provider } of knowing) {
    try {
      const found = await provider.resolve(url, signal);
      if (found !== null) return await keepProduct(ctx, accountId, found, true);
    } catch (error) {
      if (!(error instanceof ProviderFailure) && !(error instanceof ExpectedError)) throw error;
      ctx.log.info({ err: error, host: url.host }, 'a product was not read');
    }
  }
  return fail('publishing:product.unread', { host: url.host }, { kind: 'invalid' });
}

async function askShops(ctx: ServerContext, keyword: string, signal: AbortSignal): Promise<FoundProduct[]> {
  const shops = await ctx.providers.every('products');
  const answers = await Promise.all(
    shops.map(async ({ provider }) => {
      try {
        return (await provider.search?.(keyword, MOST, signal)) ?? [];
      } catch (error) {
        if (!(error instanceof ProviderFailure) && !(error instanceof ExpectedError)) throw error;
        ctx.log.warn({ err: error }, 'a shop could not be searched');
        return [];
      }
    }),
  );
  return answers.flat().slice(0, MOST);
}

async function keepProduct(
  ctx: ServerContext,
  accountId: string,
  { url, name, price, picture }: FoundProduct,
  isUsed: boolean,
): Promise<Product> {
  const values = { name, price, picture, ...(isUsed ? { usedAt: ctx.clock.now() } : {}) };
  const [row] = await ctx.db.orm
    .insert(publishingProducts)
    .values({ id: uuid(), accountId, url, usedAt: null, ...values })
    .onConflictDoUpdate({ target: [publishingProducts.accountId, publishingProducts.url], set: values })
    .returning();
  if (row === undefined) throw new Error('what was kept is there');
  return present(row);
}

const present = ({ id, name, url, price, picture }: typeof publishingProducts.$inferSelect): Product => ({
  ...{ id, name, url, price, picture },
});

/** Keeps the last few things that an account has searched for. */
export async function recordSearch(ctx: ServerContext, accountId: string, words: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.orm
      .insert(publishingProductSearches)
      .values({ accountId, words, at: ctx.clock.now() })
      .onConflictDoUpdate({
        target: [publishingProductSearches.accountId, publishingProductSearches.words],
        set: { at: ctx.clock.now() },
      });
    await tx.orm.execute(sql`delete from publishing_product_searches where account_id = ${accountId}
      and words not in (select words from publishing_product_searches where account_id = ${accountId}
        order by at desc limit ${MOST_SEARCHES})`);
  });
}

/** The product that posts link to. @throws expected `publishing:product.missing` (422) */
export async function wishedProduct(tx: Tx, accountId: string, id: string | null): Promise<PostProduct | null> {
  if (id === null) return null;
  const row = await tx.scope(accountId).find(publishingProducts, eq(publishingProducts.id, id));
  if (row === undefined) return fail('publishing:product.missing', {}, { kind: 'invalid' });
  return { id, name: row.name, url: row.url };
}

/** Posts link to it: it comes first the next time. */
export async function useProduct(ctx: ServerContext, tx: Tx, accountId: string, product: PostProduct | null) {
  if (product === null) return;
  const values = { usedAt: ctx.clock.now() };
  await tx.scope(accountId).update(publishingProducts, eq(publishingProducts.id, product.id), values);
}
