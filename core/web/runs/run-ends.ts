import { toolRunEnded } from '#core/contract/tool-run-events.ts';

import { onEvent, type EventHandler } from '../define-web.ts';
import type { RunEnds } from './tell-run-ended.ts';

/**
 * Tells on any page that a run of the plugin's tools has ended, unless the user is looking at it or has stopped it. The
 * manifest lists the event's topic under `subscriptions`.
 * @example defineWeb({ subscriptions: [tellsRunsEnded({ to: (id) => `/videoCrop/run/${id}` })] })
 */
export function tellsRunsEnded(ends: RunEnds): EventHandler {
  return onEvent(toolRunEnded, async (context, ended) => {
    const { tellRunEnded } = await import('./tell-run-ended.ts');
    await tellRunEnded(context, ended, ends);
  });
}
