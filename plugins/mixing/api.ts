import type { CaptionStyle } from '#core/contract/captions.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { slot } from '#core/web/slot.ts';

/** The titles over the opening of a project's videos: what their covers show. */
export interface CoverTitles {
  /** The videos take turns with them; at most 50 of 100 characters. */
  texts: readonly string[];
  /** How long they stand, 0.5 to 15. */
  seconds: number;
  /** Font, size, colours, outline, box and place; hand on what you do not change. */
  style: CaptionStyle;
}

/** Something that changes the covers of a project at one press. */
export interface CoverTool {
  /** Unlike any other of the same plugin. */
  id: string;
  /** What the button says. */
  title: MessageKey;
  /** What comes of it, in one sentence. */
  about?: MessageKey;
  /**
   * Answers what the titles become; the editor takes it as one step that can be undone.
   * @param cover as it stands; without a text when the project has no titles yet
   */
  apply(cover: CoverTitles): CoverTitles | Promise<CoverTitles>;
}

/** Buttons below the cover titles in the editor. */
export const COVER_TOOLS = slot<CoverTool>(
  'mixing.cover-tools',
  ({ id, title, about, apply }) =>
    [id, title, about ?? ''].every((words) => typeof words === 'string') && typeof apply === 'function',
);
