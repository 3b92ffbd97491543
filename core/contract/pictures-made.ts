/** What becomes of the pictures of a video that is worked on. */
export type PicturesMade =
  /** Its file is used as it is. */
  | 'kept'
  /** All are copied but those at the edges of a cut, which are encoded. */
  | 'edges'
  /** Those that change are encoded, with what depends on them; the others are copied. */
  | 'changes'
  /** As `edges` where only its length changes; each is encoded where a part of the picture is taken, or it is turned. */
  | 'reframed'
  /** All are copied where it has the format of the result already, else each is encoded. */
  | 'fitted';
