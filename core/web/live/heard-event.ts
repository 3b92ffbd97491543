import type { EventDefinition } from '#core/contract/event.ts';

import type { Events } from '../events/events.ts';
import type { Undo } from '../scope.ts';

/** An event that something live follows; {@link heard} makes it. */
export type HeardEvent = (events: Pick<Events, 'on'>, changed: () => void, missed: () => void) => Undo;

/**
 * An event after which something live is loaded anew.
 * @param concerns whether it is about this one; each is when absent. It may take in what the event tells, and answer
 *   false when nothing is left to load.
 * @example follows: [heard(runChanged, ({ runId }) => runId === this.id)]
 */
export function heard<D>(event: EventDefinition<D>, concerns: (data: D) => boolean = () => true): HeardEvent {
  return (events, changed, missed) => events.on(event, (data) => concerns(data) && changed(), missed);
}
