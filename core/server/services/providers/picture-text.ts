/** A line of text in a picture. */
export interface PictureLine {
  text: string;
  /** How sure the engine is, 0 to 1. */
  confidence: number;
  /** The corners of its box in pixels of the picture, clockwise from where the text begins. */
  corners: readonly (readonly [x: number, y: number])[];
}

/** Reads the text in pictures. */
export interface PictureTextProvider {
  /** Must change whenever the same picture would be read differently; part of cache keys. */
  readonly version: string;
  /** Tags of the languages that it reads. */
  languages(): Promise<readonly string[]>;
  /**
   * Reads pictures; the answer has one list for each of them, in their order, from top to bottom.
   * @param pictures PNG or JPEG files
   * @throws ProviderFailure
   */
  read(
    pictures: readonly string[],
    options: { languages: readonly string[]; signal?: AbortSignal },
  ): Promise<readonly (readonly PictureLine[])[]>;
}
