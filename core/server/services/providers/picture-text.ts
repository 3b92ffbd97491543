/** A line of text in a picture. */
export interface PictureLine {
  text: string;
  /** How sure the engine is, 0 to 1. */
  confidence: number;
  /** The corners of its box in pixels of the upright picture, clockwise from where the text begins. */
  corners: readonly (readonly [x: number, y: number])[];
}

/** The text of a picture. */
export interface PictureLines {
  /** Pixels of the upright picture. */
  width: number;
  height: number;
  /** From top to bottom. */
  lines: readonly PictureLine[];
}

/** Reads the text in pictures. */
export interface PictureTextProvider {
  /** Must change whenever the same picture would be read differently; part of cache keys. */
  readonly version: string;
  /** It makes so many mistakes that a person has to look at what it has read; users are told. False by default. */
  readonly draft?: boolean;
  /** It reads all its languages at once, whichever is asked for. False by default. */
  readonly readsAll?: boolean;
  /** Tags of the languages that it reads. */
  languages(): Promise<readonly string[]>;
  /**
   * Reads pictures; the answer has one entry for each of them, in their order.
   * @param pictures PNG, JPEG or WebP files
   * @param options.onRead called each time that one of them was read
   * @throws ProviderFailure; expected `core:provider.not-a-picture` (422) for a file that is none
   */
  read(
    pictures: readonly string[],
    options: { languages: readonly string[]; signal?: AbortSignal; onRead?: () => void },
  ): Promise<readonly PictureLines[]>;
}
