/** Why pictures or sound were not copied as they are. */
export type NotCopied =
  /** Something else than the cut was asked for: a part of the picture, turned, another size. */
  | 'changed'
  /** Another codec than H.264 or plain AAC, or a container from which they are not copied. */
  | 'codec'
  /** No picture within the cut refreshes the decoder. */
  | 'no-key-frame'
  /** Its pictures or its settings are of a kind that we do not encode alike: fields, ten bits, more colours. */
  | 'encoding'
  /** Its index is unusual, or damaged. */
  | 'index'
  /** What was put together did not decode to the same pictures or the same sound. */
  | 'unproven';

/** What became of a cut, for the one who asked for it. */
export interface CutFacts {
  /** Numbers of the material's frames: the first one, and the one behind the last. */
  first: number;
  last: number;
  seconds: number;
  width: number;
  height: number;
  /** How many frames are the material's own coded pictures; the others were encoded. */
  copied: number;
  /** The number of the first of these in the material; null where there is none. */
  copiedFrom: number | null;
  /** How many frames were changed beside being cut; absent where none was to be. */
  changed?: number;
  /** Why not more of them: null where all are, or all but those at the edges. */
  picturesEncoded: NotCopied | null;
  sound: 'none' | 'copied' | 'encoded';
  /** Why its sound was encoded; null where it was not. */
  soundEncoded: NotCopied | null;
}

/** Thrown where copying cannot be proven safe: then it is encoded. */
export class CannotCopy extends Error {
  readonly reason: NotCopied;

  constructor(reason: NotCopied, message: string) {
    super(message);
    this.reason = reason;
  }
}
