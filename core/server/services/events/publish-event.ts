import { sql } from 'drizzle-orm';

import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { NOTIFICATION_CHANNEL } from '#core/server/ground/database/notifications.ts';

import type { ServerEvent } from './events.ts';

/** Topic of the notifications that events travel by. */
export const EVENT_TOPIC = 'event';

/** Ids are given out under this lock, which is held until the commit, so that they rise in the order of commits. */
const ORDER_LOCK = 7_263_548_191;

type NewEvent = Omit<ServerEvent, 'id'>;

/** What transactions that have not ended yet will publish. */
const waiting = new WeakMap<Tx, NewEvent[]>();

/** What `Events.publish` does, for what is made before the events are. */
export async function publishEvent(db: Database, tx: Tx, event: NewEvent): Promise<void> {
  const known = waiting.get(tx);
  if (known !== undefined) {
    known.push(event);
    return;
  }
  const events = [event];
  // The database itself has no end to wait for.
  if (tx !== db) waiting.set(tx, events);
  await tx.beforeCommit(async () => {
    waiting.delete(tx);
    await write(tx, events);
  });
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
