/** How many bytes from the start of a file are enough to detect its type. */
export const JUDGED_BYTES = 64 * 1024;

const MARKUP = /xml|html|svg|javascript/;

/**
 * Detects a file's MIME type from its first bytes, whatever its name. Undefined for files without a signature (any
 * text, including SVG and HTML) and for everything that a browser might run as a page.
 */
export async function judgeType(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const judged = await fileTypeFromBuffer(head);
  return judged === undefined || MARKUP.test(judged.mime) ? undefined : judged.mime;
}
