import { sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { BatchOptions } from '#plugins/translation/batch-options.ts';

/** Videos in languages that rates are measured by: the last ones. */
const MEASURED = 300;

/** Milliseconds for which rates are kept: pages that are followed ask again whenever something has changed. */
const KEPT = 60_000;

/** Milliseconds that work takes for a second of video, with the share of everything else that goes on beside it. */
export interface BatchRates {
  /** Null before anything of the kind was done on this installation. */
  text: number | null;
  item: number | null;
}

type OfKind = Pick<BatchOptions, 'dub' | 'form'>;

const kept = new WeakMap<ServerContext['db'], Map<string, { rates: BatchRates; until: number }>>();

/**
 * What work of this kind took lately, of whichever account: machine and services are the same. It is measured once a
 * minute, and until there is something to measure.
 */
export async function batchRates(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  options: OfKind,
): Promise<BatchRates> {
  const now = clock.now().getTime();
  const own = kept.get(db) ?? new Map<string, { rates: BatchRates; until: number }>();
  kept.set(db, own);
  const kind = `${options.form} ${options.dub !== null}`;
  const known = own.get(kind);
  if (known !== undefined && known.until > now) return known.rates;
  const rates = await measureRates(db, options);
  if (rates.item !== null) own.set(kind, { rates, until: now + KEPT });
  return rates;
}

async function measureRates({ orm }: Tx, options: OfKind): Promise<BatchRates> {
  const isDubbed = options.dub !== null;
  const { rows } = await orm.execute<{ item: number | null; text: number | null }>(sql`
    select
      (select sum(spent)::float8 / nullif(sum(seconds), 0) from (
        select item.spent, video.seconds from translation_batch_items item
        join translation_batch_videos video
          on video.batch_id = item.batch_id and video.material_id = item.material_id
        join translation_batches batch on batch.id = item.batch_id
        where item.state = 'done' and item.spent > 0 and video.seconds > 0
          and batch.options ->> 'form' = ${options.form}
          and (jsonb_typeof(batch.options -> 'dub') = 'object') = ${isDubbed}
        order by item.ended_at desc limit ${MEASURED}) measured) as item,
      (select sum(spent)::float8 / nullif(sum(seconds), 0) from (
        select spent, seconds from translation_batch_videos
        where spent > 0 and seconds > 0 order by batch_id desc limit ${MEASURED}) measured) as text
  `);
  return { item: rows[0]?.item ?? null, text: rows[0]?.text ?? null };
}

/**
 * How long work takes by what such work took before.
 * @returns null where nothing was measured of it yet
 */
export function secondsFor({ item, text }: BatchRates, work: { items: number; texts: number }): number | null {
  if ((work.items > 0 && item === null) || (work.texts > 0 && text === null)) return null;
  return ((item ?? 0) * work.items + (text ?? 0) * work.texts) / 1000;
}
