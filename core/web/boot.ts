import { BOOT_ELEMENT, type Boot } from '#core/contract/boot.ts';

import { token } from './token.ts';

/** What the server wrote into the page: its host's filing number, how to reach a person, the build. */
export const BOOT = token<Boot>('boot', 1);

/**
 * Reads it out of the page.
 * @throws Error when it is not there: then the page was not written by the server
 */
export function readBoot(document: Document = globalThis.document): Boot {
  const text = document.getElementById(BOOT_ELEMENT)?.textContent ?? '';
  if (text === '') throw new Error('the page has no boot data');
  // Written by the same build of the server.
  return JSON.parse(text) as Boot;
}
