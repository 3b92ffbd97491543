import { withoutBidiControls } from '#core/contract/bidi.ts';
import { fail } from '#core/contract/errors.ts';

/**
 * A name as one line that the database takes: no control characters, none that turn its
 * direction, no halves of characters.
 * @throws expected `core:field.invalid` (422) when nothing is left
 */
export function tidyLine(name: string): string {
  const plain = withoutBidiControls(name)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return plain === '' ? fail('core:field.invalid', { field: 'name' }, { kind: 'invalid' }) : plain;
}
