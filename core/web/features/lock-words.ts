import type { MessageKey } from '#core/contract/message-keys.ts';
import { LEVELS } from '#core/contract/tiers.ts';

import { enumerated } from '../i18n/enumerated.ts';
import type { AccessLock } from '../lock.ts';

/**
 * What there is to say of a lock. `level`: that level and all above it have it; `levels`: just the listed ones;
 * `none`: it is switched off for all of them; `yours`: no more is known than that the user’s does not have it.
 */
export type LockReason = 'level' | 'levels' | 'package' | 'none' | 'yours';

/** What a lock is explained by. */
export function reasonOfLock({ feature, level, levels }: AccessLock): LockReason {
  const isHeldAbove = level !== null && LEVELS.slice(LEVELS.indexOf(level)).every((each) => levels?.includes(each));
  if (level !== null && (levels === null || isHeldAbove)) return 'level';
  if (feature !== null) return 'package';
  if (levels === null) return 'yours';
  return levels.length === 0 ? 'none' : 'levels';
}

interface Words {
  readonly language: string;
  t(key: MessageKey): string;
}

/** The names of the levels of a lock, in the user’s language. */
export function namesOfLevels({ levels }: AccessLock, words: Words): string {
  const names = (levels ?? []).map((level) => words.t(`shell:tier.${level}`));
  return enumerated(names, words);
}
