import { decodeText } from '#core/web/decode-text.ts';

/** The text of a subtitle file, in whichever encoding its program has written it. */
export async function readSubtitleFile(file: Blob): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}
