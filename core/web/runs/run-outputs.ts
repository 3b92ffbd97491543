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

/** Something that can be done with what a tool has made, such as keeping it in the library. */
export interface RunOutputAction {
  id: string;
  title: MessageKey;
  icon: (typeof ICON_NAMES)[number];
  run(outputs: ChosenOutputs): Promise<void>;
}

/** Buttons beside the download in the bar of every tool's run. */
export const RUN_OUTPUTS = slot<RunOutputAction>(
  'tool-runs.outputs',
  ({ id, title, run }) => typeof id === 'string' && typeof title === 'string' && typeof run === 'function',
);
