/**
 * Copies a text to the clipboard. Over plain http browsers have no clipboard API; there a selection is copied instead.
 * @returns whether it was copied
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
  // Deprecated, but the only way without a secure context; browsers may remove it one day.
  // oxlint-disable-next-line typescript/no-deprecated
  const copied = 'execCommand' in document && document.execCommand('copy');
  field.remove();
  return copied;
}
