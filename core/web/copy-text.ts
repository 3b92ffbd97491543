/**
 * Puts a text on the clipboard. Over plain http browsers offer no clipboard; there a selection is copied.
 * @returns whether it is there
 */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  // Deprecated, and the only way without a secure context; some day it will be gone.
  // oxlint-disable-next-line typescript/no-deprecated
  const copied = 'execCommand' in document && document.execCommand('copy');
  field.remove();
  return copied;
}
