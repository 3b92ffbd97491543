import type { ComponentType } from 'react';

import type { ICON_NAMES } from '#core/contract/icon-names.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { slot } from '#core/web/slot.ts';
import type { Material } from '#plugins/materials/api.ts';

import type { CaptionStyle } from './captions.ts';
import type { MixProject } from './project.ts';

/**
 * Version of what plugins from outside import as `@reelport/core/plugins/mixing`: the first number goes up with a change
 * that breaks what is built against it, and such plugins are refused by name of it; the second with an addition.
 */
export const API_VERSION = '1.0.0';

/** The titles at the beginning of a project's videos, which are what their covers show. */
export interface CoverTitles {
  /** The videos use them in rotation; at most 50, of 100 characters each. */
  texts: readonly string[];
  /** Seconds that they are shown, 0.5 to 15. */
  seconds: number;
  /** Font, size, colours, outline, box and position; return unchanged what you do not want to change. */
  style: CaptionStyle;
}

/** A button that changes the covers of a project. */
export interface CoverTool {
  /** Unique within the plugin. */
  id: string;
  /** The button's label. */
  title: MessageKey;
  /** What it does, in one sentence. */
  about?: MessageKey;
  /**
   * Returns the new titles; the editor applies them as a single undoable step. Answer `cover` itself when nothing is to
   * change.
   * @param cover the current cover; without texts when the project has no titles yet
   */
  apply(cover: CoverTitles): CoverTitles | Promise<CoverTitles>;
}

/** Buttons below the cover titles in the editor. */
export const COVER_TOOLS = slot<CoverTool>(
  'mixing.cover-tools',
  ({ id, title, about, apply }) =>
    [id, title, about ?? ''].every((words) => typeof words === 'string') && typeof apply === 'function',
);

/** A frame of a shot in the preview. */
export interface DrawnShot {
  /** The settings of the effect, as the group has them, with defaults for the others. */
  params: Readonly<Record<string, number | boolean | string>>;
  /** Which frame of the shot it is, from 0, and how many it has. */
  frame: number;
  frames: number;
  /** Frames per second. */
  fps: number;
}

/** How the editor's preview draws an effect that the plugin's server half has. */
export interface EffectDrawing {
  /** The effect's name, with the plugin's id before the dot. */
  name: string;
  /**
   * Changes a frame in place. The canvas shows the picture as the video will, without texts, at the size of the preview.
   * Called for every frame that is shown; what it throws ends it, and the server renders the preview instead.
   */
  draw(pen: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, shot: DrawnShot): void;
}

/** How effects are drawn while somebody edits; without it the server renders the preview. */
export const MIX_EFFECTS = slot<EffectDrawing>(
  'mixing.effects',
  ({ name, draw }) => typeof name === 'string' && typeof draw === 'function',
);

/** A clip of a shot group that something is done with. */
export interface ChosenClip {
  /** Id of its shot group. */
  group: string;
  material: Material;
}

/**
 * Something that can be done with clips in the mix editor: a button while several are chosen, an entry of a clip's menu
 * and of the command palette.
 */
export interface ClipAction {
  /** Unique within the plugin. */
  id: string;
  /** The button's label; `{{count}}` is the number of clips. */
  title: MessageKey;
  /** A name of `core/contract/icon-names.ts`. */
  icon: (typeof ICON_NAMES)[number];
  /**
   * @param clips at least one, in the order of the board
   * @returns ids of materials that take the place of clips, by the id of the material that they replace; nothing when
   *   the project stays as it is. The editor applies them as a single undoable step; ranges that were cut out of a
   *   replaced clip do not stay.
   */
  run(clips: readonly ChosenClip[]): Promise<ReadonlyMap<string, string> | void>;
}

/** What is done with clips in the editor. */
export const CLIP_ACTIONS = slot<ClipAction>(
  'mixing.clip-actions',
  ({ id, title, icon, run }) =>
    [id, title, icon].every((words) => typeof words === 'string') && typeof run === 'function',
);

/** What a panel of the mix editor works with. */
export interface EditorPanelProps {
  /** The project as it is now; another object with every change. Texts that somebody has just begun may be empty. */
  project: MixProject;
  /**
   * Changes the project as a single undoable step, which is saved like any other.
   * @returns false for what could not be saved as a project, such as too long a text; it stays as it was then
   */
  change(edit: (project: MixProject) => MixProject): boolean;
}

/** A part of the mix editor's settings that a plugin draws, below those of the project. */
export interface EditorPanel {
  /** Unique within the plugin. */
  id: string;
  /** Its heading. */
  title: MessageKey;
  /** Loads what is drawn below the heading, when the settings of the project are shown. */
  load(): Promise<{ default: ComponentType<EditorPanelProps> }>;
}

/** What plugins draw among the settings of a project. */
export const EDITOR_PANELS = slot<EditorPanel>(
  'mixing.panels',
  ({ id, title, load }) => [id, title].every((words) => typeof words === 'string') && typeof load === 'function',
);
