import type { Mention } from '#core/contract/post-text.ts';

import { MAX_MENTIONS } from '#plugins/publishing/plan-calls.ts';

/** Names in what somebody has typed, each once, behind those that are known. @param hasIds whether an id stands behind a slash */
export function mentionsIn(text: string, hasIds: boolean, known: readonly Mention[] = []): Mention[] {
  const byName = new Map(known.map((mention) => [mention.name, mention]));
  for (const word of text.split(/[\s，,、]+/u)) {
    const [typed = '', id = ''] = hasIds ? word.split('/') : [word];
    const name = typed.replace(/^[@＠]+/, '').slice(0, 60);
    if (name !== '' && !byName.has(name)) byName.set(name, { name, id: id === '' ? null : id.slice(0, 100) });
  }
  return [...byName.values()].slice(0, MAX_MENTIONS);
}

/** A name as it is typed. */
export const mentionText = ({ name, id }: Mention): string => (id === null ? `@${name}` : `@${name}/${id}`);
