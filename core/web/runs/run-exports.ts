import type { ICON_NAMES } from '#core/contract/icon-names.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { slot } from '../slot.ts';
import type { ChosenOutputs } from './run-outputs.ts';

/** A form in which what a tool has made is saved, such as a list for spreadsheets: in the menu beside the download. */
export interface RunExport {
  /** Unique within the plugin. */
  id: string;
  /** What is saved, in a few words; `{{count}}` is the number of outputs. */
  title: MessageKey;
  /** A name of `core/contract/icon-names.ts`. */
  icon: (typeof ICON_NAMES)[number];
  /** Makes the file, which the browser saves under its name; nothing when somebody was asked and did not want it. */
  make(outputs: ChosenOutputs): Promise<File | undefined>;
}

/** In which forms the outputs of every tool's run are saved. */
export const RUN_EXPORTS = slot<RunExport>(
  'tool-runs.exports',
  ({ id, title, icon, make }) =>
    [id, title, icon].every((words) => typeof words === 'string') && typeof make === 'function',
);
