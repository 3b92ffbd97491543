import type { Kernel } from '#core/web/kernel/kernel.ts';

import { startPrompts } from './prompts/start-prompts.ts';
import { watchLeftStorage } from './watch-left-storage.ts';

/** Starts what is needed neither for the first paint nor without a session. */
export function startForUser(kernel: Kernel): void {
  startPrompts(kernel);
  watchLeftStorage(kernel);
}
