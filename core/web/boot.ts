import { BOOT_ELEMENT, type Boot } from '#core/contract/boot.ts';

import { token } from './token.ts';

/** What the server writes into the page: the host's filing number, the contact details and the build. */
export const BOOT = token<Boot>('boot', 1);

/**
 * Reads it from the page.
 * @throws SyntaxError when it is missing, that is, when the server did not write this page
 */
export function readBoot(document: Document = globalThis.document): Boot {
  const text = document.getElementById(BOOT_ELEMENT)?.textContent ?? '';
  // Written by the same build of the server, so its shape is known.
  return JSON.parse(text) as Boot;
}
