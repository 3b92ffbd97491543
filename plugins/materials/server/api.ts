import { z } from 'zod';

import type { Tx } from '#core/server/ground/database/database.ts';
import { serverToken } from '#core/server/plugins/server-token.ts';
import { serverHook } from '#core/server/services/hooks/server-hook.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';

import type { MaterialKind } from '../calls.ts';

export type { MaterialKind } from '../calls.ts';

/** What the pictures and the sound of a video are coded with, by ffmpeg's names; null for no sound. */
export interface Codecs {
  pictures: string;
  sound: string | null;
}

/** What other features may know about a material. */
export interface LibraryMaterial {
  /** Also the id of its file in `Files`. */
  id: string;
  kind: MaterialKind;
  name: string;
  /** Measured duration in seconds; null for images, and before it was inspected. */
  seconds: number | null;
  /** Displayed size in pixels; null for sound, and before it was inspected. */
  width: number | null;
  height: number | null;
  /** MIME type, judged from the bytes. */
  type: string;
  /** Null for what is no video, and where it is not known. */
  codecs: Codecs | null;
  state: 'preparing' | 'ready' | 'failed';
  /** sha-256 of the bytes, lower-case hex. */
  hash: string;
  /** Bytes. */
  size: number;
  /** Whether it is in the trash: its bytes exist, but nothing new should be made from it. */
  trashed: boolean;
  /** Whether a video is split into shots. */
  split: 'none' | 'splitting' | 'done' | 'failed';
  /** Times that its bytes were published. */
  publishCount: number;
}

/** Which materials a list shows, and in which order. */
export interface LibraryQuery {
  /** All kinds by default. */
  kind?: MaterialKind;
  /** A folder’s id, `top` for materials in no folder, `all` for everything; `all` by default. */
  folder?: string;
  /** Words of the name, also as pinyin or its initials; at most 100 characters. */
  search?: string;
  /** `usable`: all but those that failed. */
  state?: LibraryMaterial['state'] | 'usable';
  /** `created` by default. */
  sort?: 'created' | 'name' | 'seconds' | 'size' | 'mixCount' | 'mixedAt';
  /** True by default. */
  descending?: boolean;
  /** The materials in the trash instead; false by default. */
  trashed?: boolean;
  /** `nextCursor` of the page before, of the same query. */
  cursor?: string;
  /** Materials per page: 1 to 200, 50 by default. */
  limit?: number;
}

/** One page of a list. */
export interface LibraryPage {
  items: readonly LibraryMaterial[];
  /** Null on the last page. */
  nextCursor: string | null;
  /** How many materials all pages have. */
  total: number;
}

/**
 * An account's material library, for features that use materials or produce some. A material's bytes never change: to
 * replace it, add another and remove the old one.
 */
export interface MaterialLibrary {
  /**
   * Turns one of the account's files into a material, which is then prepared for display. The library owns the file
   * from then on and removes it with the material. Identical bytes become one material, so the record of a file whose
   * bytes already are one is removed at once.
   * @param options.shared the file remains its creator's as well, as with a run's video: the material gets a record of
   *   its own, which takes no further space
   * @returns the material's id: that of the file, of its second record, or of the existing material
   * @throws expected `core:file-missing` (404)
   */
  adopt(
    tx: Tx,
    accountId: string,
    file: { id: string; name: string },
    options: { kind: MaterialKind; folderId?: string | null; shared?: boolean },
  ): Promise<string>;
  /**
   * One page of the account's materials. Materials that come or go meanwhile neither repeat nor hide others.
   * @throws TypeError for a query that it does not take; expected `core:http.cursor` (422) for another list's cursor
   */
  list(accountId: string, query?: LibraryQuery): Promise<LibraryPage>;
  /** Materials by id, including those in the trash; unknown ones are omitted. */
  find(accountId: string, ids: readonly string[]): Promise<Map<string, LibraryMaterial>>;
  /**
   * A material as operations of the graph read it, including those in the trash; undefined where the account has none
   * of that id and kind.
   */
  source(accountId: string, id: string, kind: MaterialKind): Promise<NodeSource | undefined>;
  /**
   * Fingerprints of videos by id; videos without one yet and unknown ids are omitted. Short videos have one as soon as
   * they are ready, longer ones after {@link learnFootage} was called for them.
   */
  fingerprints(accountId: string, ids: readonly string[]): Promise<Map<string, Fingerprint>>;
  /** Has ready videos without a fingerprint fingerprinted in the background; repeated calls do it once. */
  learnFootage(accountId: string, ids: readonly string[]): Promise<void>;
  /** Counts uses: `mixCount` and the last use on the page. An id counts once per call, even if repeated. */
  noteMixed(tx: Tx, accountId: string, uses: ReadonlyMap<string, number>): Promise<void>;
  /**
   * Says how far videos are split into shots, which the page shows and filters by. Unknown ids are left out.
   * @param ids `from` limits it to those whose state is one of these
   */
  setSplit(
    tx: Tx,
    accountId: string,
    ids: readonly string[],
    state: 'none' | 'splitting' | 'done' | 'failed',
    from?: readonly ('none' | 'splitting' | 'done' | 'failed')[],
  ): Promise<void>;
  /**
   * Puts what a tool's run has made into a folder, each with a record of its own and linked to what it was made from.
   * What is there already is not put there again, so that it may be called twice.
   * @param options.items all that are finished when absent
   * @param options.folderId null for no folder
   * @returns ids of the materials, in their order; what is no picture, video or sound is left out
   * @throws expected `core:tool-run.missing` (404), `materials:keep-nothing` (409)
   */
  keep(
    accountId: string,
    options: { runId: string; items?: readonly string[]; folderId: string | null },
  ): Promise<readonly string[]>;
  /**
   * A folder of that name, created if necessary; names are cut to 60 characters.
   * @param parentId the folder that it is in; at the top by default
   * @returns its id
   */
  folder(tx: Tx, accountId: string, name: string, parentId?: string | null): Promise<string>;
}

/** The material library. */
export const LIBRARY = serverToken<MaterialLibrary>('materials.library', 1);

/** A material has been looked at and can be used; fired again when it was looked at again. */
export const materialReady = serverHook(
  'materials.ready',
  1,
  z.object({ id: z.uuid(), kind: z.enum(['video', 'music', 'image']) }),
);
