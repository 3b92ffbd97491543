import type { Project, Term } from './calls.ts';

/** What a term is translated as; undefined where it says nothing about a language. */
export const wordFor = ({ term, to }: Pick<Term, 'term' | 'to'>, language: string): string | undefined =>
  Object.keys(to).length === 0 ? term : to[language];

/** The product that a term is for; empty for all of them. */
export const productOf = ({ product }: Term): string => product ?? '';

/** The terms that hold in a project: its own go before those of its product, and these before those of all products. */
export function termsOf({ terms, product }: Pick<Project, 'terms' | 'product'>, account: readonly Term[]): Term[] {
  const own = product === '' ? [] : account.filter((term) => productOf(term) === product);
  return [...terms, ...own, ...account.filter((term) => productOf(term) === '')];
}

/** The products that terms are for, by name. */
export function productsOf(terms: readonly Term[]): string[] {
  return [...new Set(terms.map(productOf))].filter((product) => product !== '').toSorted();
}
