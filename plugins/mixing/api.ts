import type { CaptionStyle } from './captions.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { slot } from '#core/web/slot.ts';

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
   * Returns the new titles; the editor applies them as a single undoable step.
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
