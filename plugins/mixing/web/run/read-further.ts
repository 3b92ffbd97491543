import type { Http } from '#core/web/http/http.ts';

import { measureMixProject, readMixProject } from '#plugins/mixing/calls.ts';

/** What a looser limit yields. */
export interface Further {
  /** Shots that any two may share then, of how many. */
  share: number;
  of: number;
  /** How many more are possible, up to the number that is wanted. */
  count: number;
}

/**
 * What of `count` further videos a looser limit yields where the run's own yields none.
 * @returns null where the own limit yields some, a looser one does not either, or it cannot be known now: the run itself
 * will say
 */
export async function readFurther(
  http: Pick<Http, 'call'>,
  { project: projectId, share }: { project: string; share: number | null },
  count: number,
  signal: AbortSignal,
): Promise<Further | null> {
  if (share === null) return null;
  const options = { signal, handlesErrors: true };
  try {
    const { document } = await http.call(readMixProject, { params: { id: projectId } }, options);
    const { rows } = await http.call(measureMixProject, { body: { document, projectId, count, share } }, options);
    const possible = rows.filter(({ reachable }) => reachable > 0);
    if (possible.some((row) => row.share <= share)) return null;
    const found = possible.find(({ reachable }) => reachable >= count) ?? possible.at(-1);
    if (found === undefined) return null;
    return { share: found.share, of: document.groups.length, count: Math.min(count, found.reachable) };
  } catch {
    return null;
  }
}
