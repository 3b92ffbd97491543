/** Pixels along the longer side of a picture, and the quality of its JPEG: what is tried first, and then. */
const TRIES = [
  { longest: 1600, quality: 0.9 },
  { longest: 1280, quality: 0.8 },
  { longest: 960, quality: 0.7 },
] as const;

/**
 * A picture as a JPEG in base64 that is small enough to be sent.
 * @param most letters
 * @throws when it cannot be opened, or is too large however small it is made
 */
export async function pictureToSend(file: Blob, most: number): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    for (const { longest, quality } of TRIES) {
      const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
      const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
      const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
      canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const base64 = await base64Of(await canvas.convertToBlob({ type: 'image/jpeg', quality }));
      if (base64.length <= most) return base64;
    }
  } finally {
    picture.close();
  }
  throw new RangeError('the picture is too large to be sent');
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
