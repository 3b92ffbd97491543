import type { UploadItem } from '#core/web/uploads/uploads.ts';
import { token } from '#core/web/token.ts';

import type { Material, MaterialKind } from './calls.ts';

export type { Material, MaterialKind } from './calls.ts';

/** Options of the picker. */
export interface PickOptions {
  kind: MaterialKind;
  /** Allows choosing several; false by default. */
  multiple?: boolean;
  /** Ids that are selected when it opens. */
  chosen?: readonly string[];
  /** Why a material cannot be chosen, as a sentence; null if it can. */
  refuse?(material: Material): string | null;
}

/** The material library, for other plugins. */
export interface MaterialsLibrary {
  /**
   * Opens the picker, which can also upload. @returns the chosen materials in order; undefined when it was dismissed
   */
  pick(options: PickOptions): Promise<Material[] | undefined>;
  /**
   * Asks for a folder, and allows creating one.
   * @param question heading and button label, already translated
   * @returns the folder's id, null for "no folder"; undefined when it was dismissed
   */
  pickFolder(question: { title: string; confirm: string }): Promise<{ folderId: string | null } | undefined>;
  /** Reads materials by id, with a short-lived cache; unknown ones are omitted. */
  find(ids: readonly string[]): Promise<Map<string, Material>>;
  /**
   * Uploads files into the library; each item’s result is a {@link Material}. Rejected files fail without affecting the
   * others.
   */
  upload(files: readonly File[], options: { kind: MaterialKind; folderId?: string | null }): UploadItem[];
  /**
   * Reports materials that were prepared, renamed, removed or restored.
   * @returns stops reporting
   */
  watch(changed: (ids: readonly string[]) => void): () => void;
}

/** The material library. */
export const MATERIALS = token<MaterialsLibrary>('materials.library', 1);
