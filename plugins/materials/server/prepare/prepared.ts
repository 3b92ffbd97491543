import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import type { Material } from '#plugins/materials/calls.ts';
import type { Codecs } from '../api.ts';

/** A picture that was made of a material, as a local file. */
export interface LocalPicture {
  path: string;
  type: string;
}

/** The result of preparing a material. */
export interface Prepared {
  seconds: number | null;
  width: number | null;
  height: number | null;
  /** Of a video; absent for others. */
  codecs?: Codecs;
  poster: LocalPicture | null;
  sprite: (LocalPicture & { facts: Omit<NonNullable<Material['sprite']>, 'url'> }) | null;
  /** What the pictures of a video that was read whole show; null for others. */
  footage: Fingerprint | null;
  /** 240 levels of one byte, base64. */
  peaks: string | null;
}

/** What a material is looked at with. */
export interface PreparationInput {
  /** A local path to its bytes. */
  path: string;
  /** sha-256 of the bytes. */
  hash: string;
  /** For messages. */
  name: string;
  /** A folder of this attempt for what is made. */
  work: string;
  signal: AbortSignal;
  progress(value: number): void;
}
