import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { useText } from '../react/use-text.ts';

type WordOf<K> = K extends `shell:runs.${infer Word}` ? Word : never;

/** What the pages of runs say, by the names of the kernel's texts: `shell:runs.made` is `made`. */
export type RunWord = WordOf<MessageKey>;

/** What a tool says in its own words, since what it makes has a name, such as videos. */
export type RunWords = Readonly<Partial<Record<RunWord, MessageKey>>>;

/** The text of a word: the tool's own where it has one. */
export function keyOf(words: RunWords | undefined, word: RunWord): MessageKey {
  return words?.[word] ?? `shell:runs.${word}`;
}

/** Says words of a run. */
export type SayOfRun = (word: RunWord, params?: MessageParams) => string;

/** Says words of a run in the reader's language. For observers. */
export function useRunWords(words: RunWords | undefined): SayOfRun {
  const t = useText();
  return (word, params) => t(keyOf(words, word), params);
}
