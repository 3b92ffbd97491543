/** Marks that embed, override or isolate a direction of writing. */
const CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A text without the characters that show what follows them in another order: in a name they make `gpj.exe` of
 * `exe.jpg`, and reach beyond it into the sentence around. Letters of Hebrew and Arabic need none of them.
 */
export function withoutBidiControls(text: string): string {
  return text.replaceAll(CONTROLS, '');
}
