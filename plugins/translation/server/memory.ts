import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import type { Tx } from '#core/server/ground/database/database.ts';

import { translationMemory } from './tables.ts';
import { gramsOf, likeness, memoryKey } from './grams.ts';

interface Pair {
  accountId: string;
  from: string;
  to: string;
}

/** A remembered translation of a text, or of one that is like it. */
export interface Remembered {
  source: string;
  target: string;
  /** Percent; 100 for the same text. */
  score: number;
}

const own = ({ accountId, from, to }: Pair) =>
  and(eq(translationMemory.accountId, accountId), eq(translationMemory.from, from), eq(translationMemory.to, to));

/** Remembers accepted translations; the last one of a text counts. */
export async function remember(
  tx: Tx,
  pair: Pair,
  accepted: readonly { source: string; target: string }[],
  now: Date,
): Promise<void> {
  const rows = new Map<string, typeof translationMemory.$inferInsert>();
  for (const { source, target } of accepted) {
    const key = memoryKey(source);
    if (key === '' || target.trim() === '') continue;
    rows.set(key, { id: uuid(), ...pair, source, key, target, grams: gramsOf(source), usedAt: now });
  }
  if (rows.size === 0) return;
  const { accountId, from, to, key } = translationMemory;
  // In one order, so that two that remember the same texts do not wait for each other.
  const ordered = [...rows.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
  for (let at = 0; at < ordered.length; at += BATCH) {
    await tx.orm
      .insert(translationMemory)
      .values(ordered.slice(at, at + BATCH))
      .onConflictDoUpdate({
        target: [accountId, from, to, key],
        set: { target: sql`excluded.target`, source: sql`excluded.source`, usedAt: sql`excluded.used_at` },
      });
  }
}
/** Rows of one statement. */
const BATCH = 500;

/** What is remembered of the same texts, by their keys. */
export async function recallExact(tx: Tx, pair: Pair, texts: readonly string[]): Promise<Map<string, string>> {
  const keys = [...new Set(texts.map(memoryKey))];
  const found = new Map<string, string>();
  for (let at = 0; at < keys.length; at += BATCH) {
    const rows = await tx.orm
      .select({ key: translationMemory.key, target: translationMemory.target })
      .from(translationMemory)
      .where(and(own(pair), inArray(translationMemory.key, keys.slice(at, at + BATCH))));
    for (const { key, target } of rows) found.set(key, target);
  }
  return found;
}

/**
 * What is remembered of texts like one, the most alike first.
 * @param options.from percent
 */
export async function recallNear(
  tx: Tx,
  pair: Pair,
  text: string,
  { from, most }: { from: number; most: number },
): Promise<Remembered[]> {
  const grams = gramsOf(text);
  if (grams.length === 0) return [];
  const asked = sql`${`{${grams.join(',')}}`}::int[]`;
  const shared = sql`(select count(*) from unnest(${translationMemory.grams}) part where part = any(${asked}))`;
  // As the likeness is counted, so that what is most alike is among those that are looked at.
  const alike = sql`${shared} * 200.0 / (cardinality(${translationMemory.grams}) + ${grams.length})`;
  const rows = await tx.orm
    .select({ source: translationMemory.source, target: translationMemory.target })
    .from(translationMemory)
    .where(and(own(pair), sql`${translationMemory.grams} && ${asked}`, sql`${alike} >= ${from}`))
    .orderBy(desc(alike), desc(translationMemory.usedAt))
    .limit(most * 2);
  return rows
    .map(({ source, target }) => ({ source, target, score: likeness(text, source) }))
    .filter(({ score }) => score >= from)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most);
}
