import { sql } from 'drizzle-orm';

import type { EventAudience, EventDefinition, EventMessage } from '#core/contract/event.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { NOTIFICATION_CHANNEL } from '#core/server/ground/database/notifications.ts';

import type { ServerEvent } from './events.ts';

/** Topic of the notifications that carry events. */
export const EVENT_TOPIC = 'event';

/** Ids are assigned under this lock, which is held until the commit, so that they increase in commit order. */
const ORDER_LOCK = 7_263_548_191;

/** Takes the place of the account id in events for all operators. */
export const OPERATORS = '00000000-0000-0000-0000-000000000001';
/** Takes the place of the account id in events for every account. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000';

type NewEvent = Omit<ServerEvent, 'id'>;

/** Events to be published by transactions in progress. */
const waiting = new WeakMap<Tx, NewEvent[]>();

/** The `publish` method of {@link Events}, for services that are created before the events are. */
export async function publishEvent<D, A extends EventAudience>(
  db: Database,
  tx: Tx,
  definition: EventDefinition<D, A>,
  message: EventMessage<D, A>,
): Promise<void> {
  const event = newEvent(definition, message);
  const known = waiting.get(tx);
  if (known !== undefined) {
    known.push(event);
    return;
  }
  const events = [event];
  // The database itself, unlike a transaction, has no commit to wait for.
  if (tx !== db) waiting.set(tx, events);
  await tx.beforeCommit(async () => {
    waiting.delete(tx);
    await write(tx, events);
  });
}

/**
 * An event as stored and sent.
 * @throws what the event's schema throws for invalid data
 */
export function newEvent<D, A extends EventAudience>(
  { topic, to, data }: EventDefinition<D, A>,
  message: EventMessage<D, A>,
): NewEvent {
  // Which of the two it needs depends on the declaration.
  const { accountId, data: payload } = message as { accountId?: string; data?: unknown };
  const account = to === 'everybody' ? EVERYBODY : to === 'operators' ? OPERATORS : accountId;
  if (account === undefined) throw new TypeError(`events: "${topic}" is for an account, so say which`);
  return { accountId: account, topic, data: data.parse(payload) };
}

async function write(tx: Tx, events: NewEvent[]): Promise<void> {
  const rows = JSON.stringify(events.map(({ accountId, topic, data }) => ({ account_id: accountId, topic, data })));
  await tx.orm.execute(sql`
    with ordered as materialized (select pg_advisory_xact_lock(${ORDER_LOCK})),
    added as (
      insert into core_events (account_id, topic, data)
      select e.account_id, e.topic, e.data
      from ordered, rows from (jsonb_to_recordset(${rows}::jsonb) as (account_id uuid, topic text, data jsonb))
        with ordinality as e (account_id, topic, data, position)
      order by e.position
      returning id, account_id, topic, data
    ),
    message as (
      select id, jsonb_build_array(${EVENT_TOPIC}::text, jsonb_build_object(
        'id', id::text, 'accountId', account_id, 'topic', topic, 'data', data))::text as whole
      from added
    )
    select pg_notify(${NOTIFICATION_CHANNEL}, case when octet_length(whole) < 7900 then whole
      else jsonb_build_array(${EVENT_TOPIC}::text, jsonb_build_object('stored', id::text))::text end)
    from message order by id`);
}
