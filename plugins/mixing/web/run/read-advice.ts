import type { Http } from '#core/web/http/http.ts';

import { measureMixProject, readMixProject } from '#plugins/mixing/calls.ts';
import type { MixRun } from '#plugins/mixing/mix-run.ts';

export interface Advice {
  /** How many further videos there would be. */
  to: number;
  groups: ReadonlyArray<{ name: string; clips: number }>;
}

/** Which clips more make up for what a run could not make; null when none is known. */
export async function readAdvice(
  http: Pick<Http, 'call'>,
  { settings: { project: projectId }, facts: { count, planned, share } }: MixRun,
  signal: AbortSignal,
): Promise<Advice | null> {
  const options = { signal, handlesErrors: true };
  const missing = Math.max(1, count - (planned ?? 0));
  const { document } = await http.call(readMixProject, { params: { id: projectId } }, options);
  const body = { document, projectId, count: missing, share: share ?? undefined };
  const { advice } = await http.call(measureMixProject, { body }, options);
  const best = advice.find(({ to }) => to >= missing) ?? advice.at(-1);
  if (best === undefined) return null;
  const names = new Map(document.groups.map(({ id, name }, index) => [id, name === '' ? String(index + 1) : name]));
  return { to: best.to, groups: best.groups.map(({ group, clips }) => ({ name: names.get(group) ?? group, clips })) };
}
