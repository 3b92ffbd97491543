import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';

import { readOrder, type Order } from '#plugins/membership/calls.ts';
import { orderChanged } from '#plugins/membership/events.ts';

/** Milliseconds between two looks at an order that is not over, should an event be lost. */
const LOOK_EVERY = 15_000;

/** One order, followed: it changes by itself. Give the component a `key` by the number. */
export function useOrder(number: string): LiveValue<Order> {
  const http = useService(HTTP);
  const events = useService(EVENTS);
  return useLive<LiveValue<Order>>((scope) => {
    const order: LiveValue<Order> = new LiveValue(
      scope,
      (signal): Promise<Order> => http.call(readOrder, { params: { number } }, { signal, handlesErrors: true }),
      {
        ...{ events, follows: [eventTrigger(orderChanged, (changed) => changed.number === number)], rest: 100 },
        every: () => (order.value !== null && isOver(order.value) ? null : LOOK_EVERY),
      },
    );
    return order;
  });
}

/** Whether nothing happens to an order any more without somebody doing something. */
function isOver({ state }: Order): boolean {
  return state === 'fulfilled' || state === 'closed' || state === 'review';
}
