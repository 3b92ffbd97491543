import { once, EventEmitter } from 'node:events';

import type { EventDefinition } from '#core/contract/event.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';

const WAIT_MILLISECONDS = 5_000;

/** What open browsers of an account are sent. */
export interface ReceivedEvents {
  /** The data of all events of a topic so far, oldest first. */
  of<D>(event: EventDefinition<D>): D[];
  /**
   * Waits for the next event of a topic, from the first one on, and answers its data. What came before it was asked for
   * counts; each is answered once.
   * @throws Error after five seconds, naming what came instead
   */
  next<D>(event: EventDefinition<D>): Promise<D>;
}

/** Listens for an account from now on, until the signal is aborted. */
export function receiveEvents(
  events: Pick<ServerEvents, 'subscribe'>,
  accountId: string,
  signal: AbortSignal,
): ReceivedEvents {
  const came: { topic: string; data: unknown }[] = [];
  const answered = new Map<string, number>();
  const bell = new EventEmitter();
  events.subscribe(
    accountId,
    ({ topic, data }) => {
      came.push({ topic, data });
      bell.emit('event');
    },
    signal,
  );
  const all = <D>({ topic, data: { parse } }: EventDefinition<D>): D[] =>
    came.filter((each) => each.topic === topic).map(({ data }) => parse(data));

  return {
    of: (event) => all(event),
    async next(event) {
      const { topic } = event;
      const at = answered.get(topic) ?? 0;
      answered.set(topic, at + 1);
      const late = AbortSignal.timeout(WAIT_MILLISECONDS);
      while (came.filter((each) => each.topic === topic).length <= at) {
        try {
          await once(bell, 'event', { signal: late });
        } catch {
          const others = came.map((each) => each.topic).join(', ');
          throw new Error(
            `no event "${topic}" came within ${WAIT_MILLISECONDS / 1000} s; what came: ${others || 'none'}`,
          );
        }
      }
      // There are more than `at`.
      return all(event)[at] as ReturnType<typeof event.data.parse>;
    },
  };
}
