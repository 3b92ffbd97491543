import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** An action that can be run by name or by a keyboard shortcut. */
export interface Command {
  /** For example `theme.toggle`; a plugin's command ids begin with the plugin's id. */
  id: string;
  title: MessageKey;
  /** Values for the placeholders of the title. */
  params?: MessageParams;
  /** For example `mod+k`, where `mod` is Ctrl, or ⌘ on a Mac. */
  keys?: string;
  /** False when the keys are heard by what has the focus, and only told here; true by default. */
  hears?: boolean;
  run(): void | Promise<void>;
}

/** What the command palette (Ctrl/⌘ K) offers. Observable; a plugin's commands are listed before its code is loaded. */
export interface Commands {
  readonly list: readonly Command[];
  add(command: Command): Undo;
  run(id: string): Promise<void>;
}

/** The shell's command that shows how to contact support. */
export const CONTACT_COMMAND = 'shell.contact';

export const COMMANDS = token<Commands>('commands', 1);
