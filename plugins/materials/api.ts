import type { MessageParams } from '#core/contract/errors.ts';
import type { EventDefinition } from '#core/contract/event.ts';
import type { ICON_NAMES } from '#core/contract/icon-names.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { PicturesMade } from '#core/contract/pictures-made.ts';
import { slot } from '#core/web/slot.ts';
import type { UploadItem } from '#core/web/uploads/uploads.ts';
import { token } from '#core/web/token.ts';

import type { Material, MaterialKind } from './calls.ts';

export type { Material, MaterialKind } from './calls.ts';

/**
 * Version of what plugins from outside import as `@reelport/core/plugins/materials`: the first number goes up with a change
 * that breaks what is built against it, and such plugins are refused by name of it; the second with an addition.
 */
export const API_VERSION = '1.4.0';

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
  /** Brings materials back from the trash; a failure is shown. */
  restore(ids: readonly string[]): Promise<void>;
  /**
   * Reports materials that were prepared, renamed, removed or restored.
   * @returns stops reporting
   */
  watch(changed: (ids: readonly string[]) => void): () => void;
}

/** The material library. */
export const MATERIALS = token<MaterialsLibrary>('materials.library', 1);

/**
 * Something that can be done with materials: a button beside a selection and in details, an entry of the menu, and of
 * the command palette while materials are chosen.
 */
export interface MaterialAction {
  /** Unique within the plugin. */
  id: string;
  /** The button's label; `{{count}}` is the number of materials. */
  title: MessageKey;
  /** A name of `core/contract/icon-names.ts`. */
  icon: (typeof ICON_NAMES)[number];
  /** The kinds that it is offered for. */
  kinds: readonly MaterialKind[];
  /** Whether it is what usually comes next: then it is the primary button of a selection, and offered after uploads. */
  isNext?: boolean;
  /**
   * Where it stands among the others: those of smaller numbers come first, and into a menu last where a row has no room
   * for all. 100 by default; what most people do with a clip has less.
   */
  order?: number;
  /** What becomes of their pictures: told where it is offered as the next step, since encoding costs quality. */
  pictures?: PicturesMade;
  /** @param materials at least one, in the order of selection, none of them in the trash */
  run(materials: readonly Material[]): void | Promise<void>;
}

/** What other features do with materials of the library. */
export const MATERIAL_ACTIONS = slot<MaterialAction>(
  'materials.actions',
  ({ id, title, icon, kinds, run }) =>
    [id, title, icon].every((words) => typeof words === 'string') && Array.isArray(kinds) && typeof run === 'function',
);

/** Something that can be done with what is in a folder of the library: an entry of the folder's menu. */
export interface MaterialFolderAction {
  /** Unique within the plugin. */
  id: string;
  /** The entry's words; `{{count}}` is the number of materials. */
  title: MessageKey;
  /** A name of `core/contract/icon-names.ts`. */
  icon: (typeof ICON_NAMES)[number];
  /** The kinds that it is done with; it is offered where the folder has some of them. */
  kinds: readonly MaterialKind[];
  /**
   * @param materials at least one: all of these kinds that are in the folder itself and did not fail, the newest first;
   *   of thousands the first 2000
   */
  run(folder: { id: string; name: string }, materials: readonly Material[]): void | Promise<void>;
}

/** What other features do with whole folders of the library. */
export const MATERIAL_FOLDER_ACTIONS = slot<MaterialFolderAction>(
  'materials.folder-actions',
  ({ id, title, icon, kinds, run }) =>
    [id, title, icon].every((words) => typeof words === 'string') && Array.isArray(kinds) && typeof run === 'function',
);

/** Something that materials are used in, such as a project. */
export interface MaterialUser {
  /** Unique among those of the plugin. */
  id: string;
  /** The name that its owner gave it. */
  title: string;
}

/** Knows where a feature uses materials. */
export interface MaterialUses {
  /**
   * Finds what uses any of these materials, the last changed first. Asked before materials are deleted, so that whoever
   * deletes them knows.
   */
  find(ids: readonly string[], signal: AbortSignal): Promise<readonly MaterialUser[]>;
}

/** Where other features use materials of the library. */
export const MATERIAL_USES = slot<MaterialUses>('materials.uses', ({ find }) => typeof find === 'function');

/** A small tag on the tile of a material. */
export interface MaterialBadge {
  /** A few characters, such as `×3`; what is longer is cut off. */
  text: MessageKey;
  /** What it means, in a few words: told by screen readers, and where somebody points at it. */
  about: MessageKey;
  /** Values for the placeholders of both. */
  params?: MessageParams;
}

/** A plugin's tags on materials, of which a material has at most one. */
export interface MaterialBadges {
  /** The kinds that it is asked about. */
  kinds: readonly MaterialKind[];
  /** Events after which everything in sight is asked about again, at most once a second. */
  events: readonly EventDefinition[];
  /**
   * Looks up those that came into sight, at most 100 at once. The answer is kept until the material itself changes or
   * the list is left.
   * @returns badges by material id; those without one are left out
   * @throws an error, which is told as this plugin's fault; it is asked again after its next event
   */
  load(materials: readonly Material[], signal: AbortSignal): Promise<ReadonlyMap<string, MaterialBadge>>;
}

/** Tags that other features put on materials of the library. */
export const MATERIAL_BADGES = slot<MaterialBadges>(
  'materials.badges',
  ({ kinds, events, load }) =>
    Array.isArray(kinds) &&
    Array.isArray(events) &&
    events.every((event: EventDefinition | null) => typeof event?.topic === 'string') &&
    typeof load === 'function',
);

/** What a column says of a material. */
export interface MaterialCell {
  /** A few characters; what is longer is cut off. */
  text: MessageKey;
  /** Values for its placeholders. */
  params?: MessageParams;
}

/** A column of the library's table, shown where the table is wide enough for it. */
export interface MaterialColumn {
  /** Unique within the plugin. */
  id: string;
  /** Its heading, in a few characters. */
  title: MessageKey;
  /** The kinds that it is asked about. */
  kinds: readonly MaterialKind[];
  /** Events after which everything in sight is asked about again, at most once a second. */
  events: readonly EventDefinition[];
  /**
   * Looks up those that came into sight, at most 100 at once. The answer is kept until the material itself changes or
   * the list is left.
   * @returns cells by material id; those without one are left out
   * @throws an error, which is told as this plugin's fault; it is asked again after its next event
   */
  load(materials: readonly Material[], signal: AbortSignal): Promise<ReadonlyMap<string, MaterialCell>>;
}

/** Columns that other features add to the library's table. */
export const MATERIAL_COLUMNS = slot<MaterialColumn>(
  'materials.columns',
  ({ id, title, kinds, events, load }) =>
    [id, title].every((words) => typeof words === 'string') &&
    Array.isArray(kinds) &&
    Array.isArray(events) &&
    events.every((event: EventDefinition | null) => typeof event?.topic === 'string') &&
    typeof load === 'function',
);

/** Another place that materials come from, such as a camera: offered beside the upload. */
export interface MaterialSource {
  /** Unique within the plugin. */
  id: string;
  /** What somebody does there, in a few words. */
  title: MessageKey;
  /** A name of `core/contract/icon-names.ts`. */
  icon: (typeof ICON_NAMES)[number];
  /** The kinds that come from there. */
  kinds: readonly MaterialKind[];
  /**
   * Asks somebody what to take. Begins within the press, so that the browser lets it open dialogs of its own.
   * @param to the kind that is shown, and the folder; null for none
   * @returns files, which go through the same checks as any upload; nothing when none were chosen, or when your server
   *   half brings the materials
   */
  choose(to: { kind: MaterialKind; folderId: string | null }): Promise<readonly File[] | undefined>;
}

/** Where materials come from beside the upload. */
export const MATERIAL_SOURCES = slot<MaterialSource>(
  'materials.sources',
  ({ id, title, icon, kinds, choose }) =>
    [id, title, icon].every((words) => typeof words === 'string') &&
    Array.isArray(kinds) &&
    typeof choose === 'function',
);
