import { saveFrom } from '#core/web/save-from.ts';

/** Lets the browser save a text as a file. */
export function saveText(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  saveFrom(address, name);
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
