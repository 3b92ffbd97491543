import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { InUse } from '#core/server/services/providers/providers.ts';

import type { EyeLanguage } from './api.ts';

/** A service that reads a language. */
export interface Reader extends InUse<'picture-text'> {
  /** What is asked of it. */
  languages: readonly string[];
}

/** What the services in use read, exactly before roughly. */
export async function readLanguages({ providers }: Pick<ServerContext, 'providers'>): Promise<EyeLanguage[]> {
  const known = new Map<string, EyeLanguage>();
  for (const { provider } of await providers.every('picture-text')) {
    for (const language of await provider.languages()) {
      const draft = provider.draft ?? false;
      if (known.get(language)?.draft !== false) known.set(language, { language, draft });
    }
  }
  return [...known.values()].toSorted((a, b) => Number(a.draft) - Number(b.draft));
}

/**
 * The service that reads a language: one that reads it exactly before one that makes mistakes, else the one that was
 * chosen first.
 * @throws expected `core:provider.none-picture-text`, `eye:language`
 */
export async function chooseReader({ providers }: Pick<ServerContext, 'providers'>, language: string): Promise<Reader> {
  const all = await providers.every('picture-text');
  if (all.length === 0) fail('core:provider.none-picture-text', {}, { kind: 'unavailable' });
  for (const { id, provider } of all.toSorted(
    (a, b) => Number(a.provider.draft ?? false) - Number(b.provider.draft ?? false),
  )) {
    const known = await provider.languages();
    const match = matching(known, language);
    if (match !== undefined) return { id, provider, languages: provider.readsAll === true ? known : [match] };
  }
  return fail('eye:language', { language }, { kind: 'invalid' });
}

/** The same language, or that of another region, which is written alike; Chinese is not. */
function matching(known: readonly string[], language: string): string | undefined {
  const [spoken] = language.split('-');
  const same = known.find((tag) => tag.toLowerCase() === language.toLowerCase());
  if (same !== undefined || (spoken === 'zh' && !/^zh(-hans)?$/i.test(language))) return same;
  return known.find((tag) => tag.split('-')[0] === spoken);
}
