import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { termsIn } from '#core/contract/glossary.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { Term } from '../calls.ts';
import { wordFor } from '../terms.ts';
import { translationGlossaries } from './tables.ts';

/** The terms of an account. */
export async function readGlossary(tx: Tx, accountId: string): Promise<{ terms: Term[]; revision: number }> {
  const [row] = await tx.scope(accountId).select(translationGlossaries, { limit: 1 });
  return row === undefined ? { terms: [], revision: 0 } : { terms: row.terms, revision: row.revision };
}

/** Keeps the terms of an account. @throws expected `translation:changed-elsewhere` (409) */
export async function saveGlossary(
  ctx: Pick<ServerContext, 'db' | 'accounts'>,
  accountId: string,
  { terms, revision }: { terms: Term[]; revision: number },
): Promise<{ revision: number }> {
  return await ctx.db.transaction(async (tx) => {
    await ctx.accounts.find(tx, accountId, { lock: true });
    if ((await readGlossary(tx, accountId)).revision !== revision) {
      return fail('translation:changed-elsewhere', {}, { kind: 'conflict' });
    }
    const next = { terms, revision: revision + 1 };
    const scope = tx.scope(accountId);
    if (revision === 0) await scope.insert(translationGlossaries, next);
    else await scope.update(translationGlossaries, eq(translationGlossaries.revision, revision), next);
    return { revision: revision + 1 };
  });
}

/** Terms for one language; of one that is there twice, the first counts. */
export function termsFor(terms: readonly Term[], language: string): Record<string, string> {
  const known: Record<string, string> = {};
  for (const term of terms) {
    const word = wordFor(term, language);
    if (word !== undefined && known[term.term] === undefined) known[term.term] = word;
  }
  return known;
}

/** Those of some terms that a text has. */
export function usedTerms(text: string, terms: Readonly<Record<string, string>>): Record<string, string> {
  const used = new Set(termsIn(text, Object.keys(terms)).map(({ term }) => term));
  return Object.fromEntries(Object.entries(terms).filter(([term]) => used.has(term)));
}
