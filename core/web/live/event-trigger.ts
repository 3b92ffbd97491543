import type { EventDefinition } from '#core/contract/event.ts';

import type { Events } from '../events/events.ts';
import type { Undo } from '../scope.ts';

/** An event that live data follows; made by {@link eventTrigger}. */
export type EventTrigger = (events: Pick<Events, 'on'>, changed: () => void, missed: () => void) => Undo;

/**
 * An event after which live data is reloaded.
 * @param concerns whether the event is about this data; by default every event is. It may apply the event's data itself
 *   and return false when no reload is needed.
 * @example follows: [eventTrigger(runChanged, ({ runId }) => runId === this.id)]
 */
export function eventTrigger<D>(event: EventDefinition<D>, concerns: (data: D) => boolean = () => true): EventTrigger {
  return (events, changed, missed) => events.on(event, (data) => concerns(data) && changed(), missed);
}
