import type { MessageKey } from '#core/contract/message-keys.ts';

import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** Something that can be done by name or by keys. */
export interface Command {
  /** Such as `theme.toggle`; a plugin's begin with its id. */
  id: string;
  title: MessageKey;
  /** `mod+k`: `mod` is Ctrl, on a Mac ⌘. */
  keys?: string;
  run(): void | Promise<void>;
}

/** What the palette (Ctrl/⌘ K) offers. Observable; a plugin's commands are offered before its code is loaded. */
export interface Commands {
  readonly list: readonly Command[];
  add(command: Command): Undo;
  run(id: string): Promise<void>;
}

/** The shell's command that tells how to reach a person. */
export const CONTACT_COMMAND = 'shell.contact';

export const COMMANDS = token<Commands>('commands', 1);
