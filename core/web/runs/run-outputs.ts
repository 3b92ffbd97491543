import type { ICON_NAMES } from '#core/contract/icon-names.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { slot } from '../slot.ts';

/** Finished items of a run that something is done with. */
export interface ChosenOutputs {
  runId: string;
  /** Ids of items; null for all that are finished. */
  items: readonly string[] | null;
  /** How many that are. */
  count: number;
}

/**
 * Something that can be done with what a tool has made, such as keeping it in the library: a button beside the
 * download, for all of a run, some, or the one that is shown, and an entry of the command palette.
 */
export interface RunOutputAction {
  /** Unique within the plugin. */
  id: string;
  /** The button's label; `{{count}}` is the number of outputs. */
  title: MessageKey;
  /** A name of `core/contract/icon-names.ts`. */
  icon: (typeof ICON_NAMES)[number];
  run(outputs: ChosenOutputs): Promise<void>;
}

/** What is done with the outputs of every tool's run. */
export const RUN_OUTPUTS = slot<RunOutputAction>(
  'tool-runs.outputs',
  ({ id, title, icon, run }) =>
    [id, title, icon].every((words) => typeof words === 'string') && typeof run === 'function',
);
