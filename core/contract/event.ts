/** Who receives an event: the account that it belongs to, all operators, or every account. */
export type EventAudience = 'account' | 'operators' | 'everybody';

/** The data of an event. Every zod schema is one. */
export interface EventPayload<D> {
  /** @throws for data of another shape */
  parse(value: unknown): D;
}

/** An event as both ends see it: the server publishes it and browsers listen for it. */
export interface EventDefinition<D = unknown, A extends EventAudience = EventAudience> {
  /** Its name on the wire: `materials.changed`. */
  readonly topic: string;
  readonly to: A;
  readonly data: EventPayload<D>;
}

/** The type of an event's data, taken from its declaration. */
export type EventData<E extends EventDefinition> = ReturnType<E['data']['parse']>;

/** What a publisher passes: the account, for an event with the audience `account`, and the data, if it has any. */
export type EventMessage<D, A extends EventAudience> = (A extends 'account' ? { accountId: string } : unknown) &
  (D extends null ? unknown : { data: D });

const NOTHING: EventPayload<null> = { parse: () => null };
const TOPIC = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/;

/**
 * Declares an event. A plugin declares its events in `events.ts`, which both halves import; the server's data is
 * validated against `data` when published, and again when received by a browser.
 * @param event.topic begins with the plugin's id and a dot
 * @param event.data absent for an event that only says that something must be reloaded
 * @throws TypeError for a topic of other characters than lower-case letters, digits, dashes and dots
 * @example
 * export const projectSaved = defineEvent({
 *   topic: 'mixing.project',
 *   to: 'account',
 *   data: z.object({ projectId: z.uuid(), revision: z.number().int() }),
 * });
 */
export function defineEvent<D = null, const A extends EventAudience = EventAudience>(event: {
  topic: string;
  to: A;
  data?: EventPayload<D>;
}): EventDefinition<D, A> {
  if (!TOPIC.test(event.topic)) {
    throw new TypeError(`defineEvent: a topic is lower-case letters, digits, dashes and dots, got "${event.topic}"`);
  }
  // Without data to infer it from, D is null.
  return Object.freeze({ ...event, data: event.data ?? (NOTHING as EventPayload<unknown> as EventPayload<D>) });
}

/** An event known only by its topic, for forwarding; its data is checked by the receiver. */
export function eventOfTopic(topic: string): EventDefinition {
  return { topic, to: 'account', data: { parse: (value) => value } };
}

/**
 * Passes an event's data to a listener.
 * @param unreadable called instead when the data does not match the declaration, as can happen between two versions of
 *   the product
 */
export function deliverEvent<D>(
  { data }: EventDefinition<D>,
  came: unknown,
  listener: (data: D) => void,
  unreadable?: () => void,
): void {
  let read: { data: D };
  try {
    read = { data: data.parse(came) };
  } catch {
    unreadable?.();
    return;
  }
  listener(read.data);
}
