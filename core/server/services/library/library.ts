import type { Tx } from '#core/server/ground/database/database.ts';

/** What kind of material a file is. */
export type MaterialKind = 'video' | 'music' | 'image';

/** What other features may know about a material. */
export interface LibraryMaterial {
  /** Id of its file in `Files`, too. */
  id: string;
  kind: MaterialKind;
  name: string;
  /** Measured seconds of picture or sound; null for images and until it was looked at. */
  seconds: number | null;
  /** Pixels as it is seen; null for sound and until it was looked at. */
  width: number | null;
  height: number | null;
  state: 'preparing' | 'ready' | 'failed';
  /** sha-256 of the bytes, lower-case hex. */
  hash: string;
  /** Bytes. */
  size: number;
  /** Whether it lies in the trash: its bytes are there, but nothing new should be made of it. */
  trashed: boolean;
}

/**
 * The library as other features see it. The plugin that keeps it provides it; features that make files put them
 * there. The bytes of a material never change: to replace one is to add another and take the old one away.
 */
export interface MaterialLibrary {
  /**
   * Turns a file that the account already has into a material, which is then prepared for display. The file belongs to
   * the library from then on: it goes when the material is deleted for good. The same bytes twice are one material, so
   * the record of a file whose bytes are a material already goes at once.
   * @param options.shared the file stays its maker's as well, as a run's video does: the material gets a record of its
   * own, which takes no further space
   * @returns the material's id: that of the file, of its second record, or of the material that was there
   * @throws expected `core:file-missing` (404)
   */
  adopt(
    tx: Tx,
    accountId: string,
    file: { id: string; name: string },
    options: { kind: MaterialKind; folderId?: string | null; shared?: boolean },
  ): Promise<string>;
  /** Facts of materials by id, those in the trash included; unknown ones are left out. */
  find(accountId: string, ids: readonly string[]): Promise<Map<string, LibraryMaterial>>;
  /** Counts uses: `mixCount` and the last time on the page. Each id once a call, whatever the list repeats. */
  noteMixed(tx: Tx, accountId: string, uses: ReadonlyMap<string, number>): Promise<void>;
  /** A folder of that name at the top, made when there is none; 60 characters of the name count. @returns its id */
  folder(tx: Tx, accountId: string, name: string): Promise<string>;
}
