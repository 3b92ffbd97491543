import type { ICON_NAMES } from '#core/contract/icon-names.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { slot } from '../slot.ts';
import type { ToolAddresses } from './tool-addresses.ts';

/**
 * A tool for videos, as the page of all tools leads to it: by what somebody has, and what becomes of it. The command
 * palette finds it too, alone with the other tools after `/`.
 */
export interface ToolCard {
  /** Unique within the plugin. */
  id: string;
  /** What the tool is called. */
  title: MessageKey;
  /** What somebody has, such as "One long video". */
  have: MessageKey;
  /** What becomes of it, in a sentence. */
  want: MessageKey;
  /** A name of `core/contract/icon-names.ts`. */
  icon: (typeof ICON_NAMES)[number];
  /** Ascending. */
  order: number;
  /** The tool whose runs are listed among the recent ones, such as `crop.cut`. */
  tool: string;
  /** Where its pages are. */
  at: ToolAddresses;
  /**
   * Opens the tool's page with videos of the library; `BatchDraft` has a method that does.
   * @param ids of materials; may be empty
   */
  open(ids: readonly string[]): Promise<void>;
}

/** The tools that one or many videos are worked on with. */
export const TOOL_CARDS = slot<ToolCard>(
  'tools.cards',
  ({ id, title, have, want, icon, order, tool, at, open }) =>
    [id, title, have, want, icon, tool, at?.page].every((words) => typeof words === 'string') &&
    Number.isFinite(order) &&
    typeof at.run === 'function' &&
    typeof open === 'function',
);
