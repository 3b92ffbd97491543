import { z } from 'zod';

import type { PluginSource } from '#core/contract/plugin-index.ts';

import { BOOT } from '../boot.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { FetchTexts } from './host-api.ts';

const texts = z.record(z.string(), z.string());

/** Fetches the texts of the shell and of one plugin, on behalf of a frame. */
export function fetchTextsOf(kernel: Kernel, source: PluginSource): FetchTexts {
  return async (language, namespace) => {
    const shell = `/locales/${language}/shell.${kernel.get(BOOT).textsHash}.json`;
    const answer = await fetch(namespace === 'shell' ? shell : source.texts[language]);
    if (!answer.ok) throw new Error(`texts of "${namespace}" in ${language}: status ${answer.status}`);
    return texts.parse(await answer.json());
  };
}
