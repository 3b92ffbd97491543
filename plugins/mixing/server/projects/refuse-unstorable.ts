import { fail } from '#core/contract/errors.ts';

/**
 * Refuses texts that no database keeps: with a zero character, or with half of a pair.
 * @throws expected `mixing:text-unreadable` (422)
 */
export function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) fail('mixing:text-unreadable', {}, { kind: 'invalid' });
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) refuseUnstorable(part);
  }
}
