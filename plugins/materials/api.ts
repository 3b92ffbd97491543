import type { UploadItem } from '#core/web/uploads/uploads.ts';
import { token } from '#core/web/token.ts';

import type { Material, MaterialKind } from './calls.ts';

export type { Material, MaterialKind } from './calls.ts';

/** What the picker offers. */
export interface PickOptions {
  kind: MaterialKind;
  /** Several at once; false when absent. */
  multiple?: boolean;
  /** Ids that are chosen when it opens. */
  chosen?: readonly string[];
  /** Why a material cannot be chosen here, as a sentence; null when it can. */
  refuse?(material: Material): string | null;
}

/** The library for other plugins. */
export interface MaterialsLibrary {
  /** Opens the picker; with upload in it. @returns what was chosen, in order; undefined when it was dismissed */
  pick(options: PickOptions): Promise<Material[] | undefined>;
  /**
   * Asks for a folder; one may be made in it.
   * @param question heading and button, as finished texts
   * @returns its id, null beside all folders; undefined when it was dismissed
   */
  pickFolder(question: { title: string; confirm: string }): Promise<{ folderId: string | null } | undefined>;
  /** Reads materials by id, kept for a while; unknown ones are left out. */
  find(ids: readonly string[]): Promise<Map<string, Material>>;
  /** Uploads files into the library; each item’s result is a {@link Material}. Refused ones fail beside the others. */
  upload(files: readonly File[], options: { kind: MaterialKind; folderId?: string | null }): UploadItem[];
  /**
   * Tells of materials that changed: prepared, renamed, removed, restored.
   * @returns stops telling
   */
  watch(changed: (ids: readonly string[]) => void): () => void;
}

/** The material library. */
export const MATERIALS = token<MaterialsLibrary>('materials.library', 1);
