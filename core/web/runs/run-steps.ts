import type { ICON_NAMES } from '#core/contract/icon-names.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { slot } from '../slot.ts';

/**
 * Something that is done by itself once a run has ended, such as sending what it made: a button of the run's page while
 * it is under way. The plugin keeps what was chosen; its server half is told of the end by the hook `runs.ended@1`.
 */
export interface RunStep {
  /** Unique within the plugin. */
  id: string;
  /** The button's label while nothing is chosen. */
  title: MessageKey;
  /** A name of `core/contract/icon-names.ts`. */
  icon: (typeof ICON_NAMES)[number];
  /** What is chosen for a run, in a few finished words, which take the place of the label; null for nothing. */
  read(runId: string, signal: AbortSignal): Promise<string | null>;
  /** Asks what is to be done, and keeps it; it is read again afterwards. */
  choose(runId: string): Promise<void>;
}

/** What is done by itself after every tool's run. */
export const RUN_STEPS = slot<RunStep>(
  'tool-runs.steps',
  ({ id, title, icon, read, choose }) =>
    [id, title, icon].every((words) => typeof words === 'string') &&
    [read, choose].every((work) => typeof work === 'function'),
);
