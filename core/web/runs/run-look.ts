import type { ReactNode } from 'react';

import type { MessageKey } from '#core/contract/message-keys.ts';
import type { NameField } from '#core/contract/name-pattern.ts';
import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';

import type { Replaced } from './FollowedToolRun.ts';
import type { RunWords } from './run-words.ts';

/** How items of a tool's runs are named by a pattern. */
export interface RunNaming {
  /** What stands there first. */
  pattern: string;
  fields: ReadonlyArray<{
    /** As it stands in braces. */
    name: string;
    label: MessageKey;
    /** What an example has there; by default what every pattern says by that name. */
    example?(run: ToolRun, item: ToolItem | null): string;
  }>;
}

const NAMES = ['name', 'run', 'n', 'nn', 'nnn', 'date'] as const satisfies readonly NameField[];

/** How they are named where the tool adds nothing. */
export const USUAL_NAMING: RunNaming = {
  pattern: '{run}-{nnn}',
  fields: NAMES.map((name) => ({ name, label: `shell:runs.rename-${name}` })),
};

/** What the page of a tool's run says and draws beside what it does for every tool. */
export interface RunLook {
  /** Where the run was started. */
  back(run: ToolRun): { to: string; title: string };
  /** Where other runs have their pages, and of what this one is, where they are listed by that. */
  others: { to(id: string): string; of?(run: ToolRun): string };
  /** What it says in its own words. */
  words?: RunWords;
  /** Shape of the outputs; `9:16` by default. */
  ratio?(run: ToolRun): string;
  /** How far it is, in a few words. */
  describe?(run: ToolRun): string;
  /** What is told beside that while it is under way; by default how long it still takes. */
  left?(run: ToolRun): readonly string[];
  /** How many items there will be, while they are still to be planned; by default nobody knows. */
  expected?(run: ToolRun): number;
  /** What stands in place of how it ended; null for what is usual there. */
  end?(run: ToolRun): ReactNode;
  /** What did not go as it was asked for, beside what failed: as `RunNote`s. */
  notes?(run: ToolRun): ReactNode;
  /** Why something was replaced, and by what. */
  replaced?(replaced: Replaced): string;
  /** Whether the page tells what was left out, with the reason: items of a source each, of which nothing was made. */
  tellsLeftOut?: boolean;
  /** Opens the tool with the materials of items that failed or were left out, to be set up in another way. */
  setUpAnew?(materials: readonly string[]): Promise<void>;
  /** Further buttons for the whole of a run that has ended. */
  more?(run: ToolRun): ReactNode;
  /** How items are named. */
  naming?: RunNaming;
  /** It makes files such as subtitles: they are downloaded, and nothing is done with them that is done with videos. */
  makesFiles?: boolean;
  /** How many of its results are somewhere else as well, where they stay when the run's own go. */
  keptElsewhere?(run: ToolRun): number;
  /** Its runs stay, since more rests on them. */
  isKept?: boolean;
  /** What is told of a finished item before its size, such as its length. */
  facts?(item: ToolItem): readonly string[];
  /** What the dialog of an item tells behind its size. */
  furtherFacts?(item: ToolItem): readonly string[];
  /** What is drawn over the picture of a finished item. */
  over?(item: ToolItem, run: ToolRun): ReactNode;
  /**
   * What shows an item in its dialog, such as beside what it was made from.
   * @param usual the player or the picture that is shown without it
   */
  screen?(item: ToolItem, usual: ReactNode): ReactNode;
  /** More about an item, below it in its dialog. */
  details?(item: ToolItem): ReactNode;
  /** What stands beside an item in its dialog, below it on phones. @param show shows another one */
  beside?(item: ToolItem, show: (id: string) => void): ReactNode;
}

/** What an item is called where it is shown: by its file, if it is one. */
export function nameOf({ name, files }: ToolItem): string {
  const [file, second] = files;
  return file === undefined || second !== undefined ? name : file.name;
}
