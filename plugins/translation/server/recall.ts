import { eq } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { DRAFT_FROM } from '../limits.ts';
import { keepText, translatedLines, type Translated } from './lines.ts';
import { recallExact, recallNear } from './memory.ts';
import { memoryKey } from './grams.ts';
import { translationMemory } from './tables.ts';

/** Whether a line waits for a translation: it has none, or one of other words that nobody has accepted. */
export const isOpen = ({ line, text }: Translated): boolean =>
  text === null || text.state === 'open' || (text.state === 'drafted' && text.source !== line.text);

/** Puts what is remembered into lines that wait: the same sentences, and those that are nearly the same. */
export async function recallInto(
  ctx: Pick<ServerContext, 'clock'>,
  tx: Tx,
  { from, to, ...own }: { accountId: string; id: string; from: string; to: string },
): Promise<void> {
  const pair = { accountId: own.accountId, from, to };
  const remembers = await tx
    .scope(own.accountId)
    .find(translationMemory, [eq(translationMemory.from, from), eq(translationMemory.to, to)]);
  if (remembers === undefined) return;
  const open = (await translatedLines(tx, { ...own, language: to })).filter(isOpen);
  const exact = await recallExact(
    tx,
    pair,
    open.map(({ line }) => line.text),
  );
  for (const { line, text } of open) {
    const same = exact.get(memoryKey(line.text));
    const [near] = same === undefined ? await recallNear(tx, pair, line.text, { from: DRAFT_FROM, most: 1 }) : [];
    const target = same ?? near?.target;
    if (target === undefined) continue;
    await keepText(
      tx,
      { ...own, language: to, cue: line.cue },
      {
        ...{ text: target, source: line.text, state: 'drafted', revision: text?.revision ?? 0 },
        ...{ origin: same === undefined ? 'near' : 'exact', score: same === undefined ? (near?.score ?? null) : 100 },
        updatedAt: ctx.clock.now(),
      },
    );
  }
}
