/** Fonts that a page can draw with. */
export interface FontShelf {
  /** @param base64 an OpenType font @returns takes it away again @throws where the browser cannot read it */
  add(family: string, base64: string, descriptors: { weight: string; unicodeRange: string }): Promise<() => void>;
}

/** The page’s; null where a browser has none. */
export function pageFonts(): FontShelf | null {
  if (typeof FontFace !== 'function') return null;
  return {
    async add(family, base64, descriptors) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const face = await new FontFace(family, bytes, descriptors).load();
      document.fonts.add(face);
      return () => void document.fonts.delete(face);
    },
  };
}
