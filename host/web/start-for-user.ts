import type { Kernel } from '#core/web/kernel/kernel.ts';

import { remindRemaining } from './prompts/remind-remaining.ts';
import { startPrompts } from './prompts/start-prompts.ts';
import { SHELL_STATE } from './rail/ShellState.ts';
import { watchLeftStorage } from './watch-left-storage.ts';

/** Starts what is needed neither for the first paint nor without a session. */
export function startForUser(kernel: Kernel): void {
  startPrompts(kernel);
  remindRemaining(kernel, kernel.get(SHELL_STATE).setMembershipLeft);
  watchLeftStorage(kernel);
}
