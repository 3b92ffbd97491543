import { termsIn } from '#core/contract/glossary.ts';
import { readLength } from '#core/contract/timed-text/reading.ts';

import type { Line, Term } from '#plugins/translation/calls.ts';
import { lineBudget } from '#plugins/translation/limits.ts';
import { wordFor } from '#plugins/translation/terms.ts';

/** What is to be looked at in a translation. */
export interface LineWarnings {
  /** Letters that it has, and those that can be read in its time; null where it is short enough. */
  long: { length: number; most: number } | null;
  /** Terms of the source that are not translated as they have to be. */
  terms: readonly { term: string; to: string }[];
}

/** @param all terms; of one that is there twice, the first counts */
export function lineWarnings(
  line: Pick<Line, 'start' | 'end' | 'source'>,
  text: string,
  language: string,
  all: readonly Term[],
): LineWarnings {
  if (text.trim() === '') return { long: null, terms: [] };
  const most = lineBudget(line, language);
  const length = readLength(text);
  const known = new Map<string, string>();
  for (const each of all) {
    const wanted = wordFor(each, language);
    if (wanted !== undefined && !known.has(each.term)) known.set(each.term, wanted);
  }
  const used = new Set(termsIn(line.source, [...known.keys()]).map(({ term }) => term));
  const terms = [...used].flatMap((term) => {
    const to = known.get(term) ?? term;
    return text.toLowerCase().includes(to.toLowerCase()) ? [] : [{ term, to }];
  });
  return { long: length > most ? { length, most } : null, terms };
}
