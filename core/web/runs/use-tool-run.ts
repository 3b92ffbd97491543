import { useMemo } from 'react';

import { useKernel } from '../react/use-kernel.ts';
import { usePluginContext } from '../react/use-plugin-context.ts';
import { SESSION } from '../session/session.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import { keptRun } from './kept-run.ts';

/** A run of the plugin's tool, as it was left when it was opened lately. For observers. */
export function useToolRun(id: string): FollowedToolRun {
  const context = usePluginContext();
  // The page itself may not know who is logged in.
  const ownerId = useKernel().tryGet(SESSION)?.user?.id ?? null;
  return useMemo(() => keptRun(context, id, ownerId), [context, id, ownerId]);
}
