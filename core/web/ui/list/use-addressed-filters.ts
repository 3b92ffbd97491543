import { compareStructural, reaction } from 'mobx';
import { useEffect, useLayoutEffect, useRef } from 'react';

import type { ListFilters } from '#core/web/live/ListFilters.ts';
import { useSearchParams } from '#core/web/router/links.ts';

/** Keeps filters and the query of the page's address in sync. Other parts of the query stay. */
export function useAddressedFilters(filters: ListFilters | undefined): void {
  const [query, setQuery] = useSearchParams();
  const address = query.toString();
  const latest = useRef({ query, setQuery });
  /** What was written to the address and has not come back from there yet. */
  const sent = useRef<string[]>([]);
  useLayoutEffect(() => {
    latest.current = { query, setQuery };
  });
  useLayoutEffect(() => {
    const at = sent.current.indexOf(address);
    sent.current = sent.current.slice(at + 1);
    if (at < 0) filters?.take(new URLSearchParams(address));
  }, [filters, address]);
  useEffect(() => {
    if (filters === undefined) return undefined;
    return reaction(
      () => filters.texts,
      (texts) => {
        const { query: before, setQuery: change } = latest.current;
        const next = queryWith(before, texts);
        if (next.toString() === before.toString()) return;
        sent.current.push(next.toString());
        change(Object.fromEntries(next), { replace: true });
      },
      { equals: compareStructural },
    );
  }, [filters]);
}

/** A query with some values replaced; empty ones are removed. */
export function queryWith(query: URLSearchParams, values: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [key, value] of Object.entries(values)) {
    if (value === '') next.delete(key);
    else next.set(key, value);
  }
  return next;
}
