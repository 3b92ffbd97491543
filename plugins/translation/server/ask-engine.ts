import { createHash } from 'node:crypto';

import { and, eq, inArray } from 'drizzle-orm';

import { ExpectedError, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { InUse } from '#core/server/services/providers/providers.ts';
import type { TranslationRequest } from '#core/server/services/providers/translation.ts';

import { termsOf } from '../terms.ts';
import { budgetsOf, linesToAsk, type LineBudget } from './line-budgets.ts';
import { readGlossary, termsFor, usedTerms } from './terms.ts';
import { translationAnswers, type LineRow, type ProjectRow } from './tables.ts';

/** Lines around those that are translated which the service is told. */
const NEIGHBOURS = 2;
/** Requests that are begun at once; the service itself takes as many of them as it likes. */
const LANES = 4;

/** What is the same for all lines of one language. */
interface Asked {
  ctx: ServerContext;
  project: ProjectRow;
  to: string;
  engine: InUse<'translation'>;
  terms: Readonly<Record<string, string>>;
  /** By the cue of each line. */
  budgets: ReadonlyMap<string, LineBudget>;
}

/** What a service is asked in a project. @param all its lines @throws as `Providers.use` */
export async function prepareAsking(
  ctx: ServerContext,
  project: ProjectRow,
  { to, all }: { to: string; all: readonly LineRow[] },
): Promise<Asked> {
  const engine = await ctx.providers.use('translation');
  const { terms } = await readGlossary(ctx.db, project.accountId);
  const budgets = await budgetsOf(ctx, project, { to, all });
  return { ctx, project, to, engine, terms: termsFor(termsOf(project, terms), to), budgets };
}

/** What a line is asked by: the same question is never paid for twice. */
function keyOf({ engine, project: { from, tone, about }, to, terms }: Asked, text: string): string {
  const question = [engine.id, engine.provider.version, from, to, tone, about, usedTerms(text, terms), text];
  return createHash('sha256').update(JSON.stringify(question)).digest('hex');
}

function requestOf(
  { project, to, terms, budgets }: Asked,
  all: readonly LineRow[],
  lines: readonly LineRow[],
): TranslationRequest {
  const [first = 0, last = 0] = [lines[0]?.position, lines.at(-1)?.position];
  const texts = lines.map(({ text }) => text);
  const told = all.toSorted((one, other) => one.position - other.position);
  return {
    ...{ texts, from: project.from, to, about: project.about, tone: project.tone },
    glossary: usedTerms(texts.join('\n'), terms),
    around: {
      before: told
        .filter(({ position }) => position < first)
        .slice(-NEIGHBOURS)
        .map(({ text }) => text),
      after: told
        .filter(({ position }) => position > last)
        .slice(0, NEIGHBOURS)
        .map(({ text }) => text),
    },
    budgets: lines.map(({ cue }) => budgets.get(cue)?.letters ?? null),
  };
}

/**
 * Has lines translated: those that were asked before are known, the others go to the service in pieces that it takes.
 * @param options.take keeps what has come, also where the rest fails
 * @throws ProviderFailure of the first piece that failed for good, once all that were begun have ended; expected errors
 */
export async function askForLines(
  asked: Asked,
  {
    all,
    open,
    signal,
    take,
  }: {
    all: readonly LineRow[];
    open: readonly LineRow[];
    signal: AbortSignal;
    take(found: readonly { line: LineRow; text: string }[]): Promise<void>;
  },
): Promise<void> {
  const {
    ctx,
    project: { accountId },
    engine: { provider },
  } = asked;
  const byKey = Map.groupBy(open, ({ text }) => keyOf(asked, text));
  const known = await knownAnswers(ctx, accountId, [...byKey.keys()]);
  const spread = (key: string, text: string) => (byKey.get(key) ?? []).map((line) => ({ line, text }));
  await take([...known].flatMap(([key, text]) => spread(key, text)));
  const pieces = inPieces(linesToAsk(byKey, known, asked.budgets), provider.most);
  let failure: { error: unknown } | undefined;

  async function askPiece(piece: readonly { key: string; line: LineRow }[]): Promise<void> {
    const told = new Map<number, string>();
    const keep = async (texts: ReadonlyMap<number, string>): Promise<void> => {
      const found = [...texts].flatMap(([place, text]) => {
        const key = piece[place]?.key;
        if (key === undefined || text.trim() === '' || told.get(place) === text) return [];
        told.set(place, text);
        return [{ key, text }];
      });
      await keepAnswers(ctx, accountId, found);
      await take(found.flatMap(({ key, text }) => spread(key, text)));
    };
    const request = requestOf(
      asked,
      all,
      piece.map(({ line }) => line),
    );
    const { texts } = await provider.translate(request, signal, keep);
    await keep(new Map(texts.entries()));
  }

  const lane = async (): Promise<void> => {
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      try {
        await askPiece(piece);
      } catch (error) {
        failure ??= { error };
        // One piece that is refused says nothing about the others.
        if (!(error instanceof ProviderFailure) || error.kind !== 'refused') pieces.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (failure !== undefined) throw failure.error;
}

/** Other translations of a line by the service: those that it has beside, or the one that it gives. */
export async function askForOthers(
  asked: Asked,
  {
    all,
    line,
    than,
    most,
    signal,
  }: {
    all: readonly LineRow[];
    line: LineRow;
    than: readonly string[];
    most: number;
    signal: AbortSignal;
  },
): Promise<readonly string[]> {
  const { provider } = asked.engine;
  const request = requestOf(asked, all, [line]);
  if (provider.others !== undefined) return await provider.others({ ...request, than, most }, signal);
  let found = '';
  await askForLines(asked, {
    all,
    open: [line],
    signal,
    take: async (texts) => void (found = texts[0]?.text ?? found),
  });
  return found === '' || than.includes(found) ? [] : [found];
}

function inPieces<T extends { line: LineRow }>(all: readonly T[], most: { texts: number; letters: number }): T[][] {
  const pieces: T[][] = [];
  let letters = Infinity;
  for (const each of all) {
    const more = each.line.text.length;
    const piece = pieces.at(-1);
    if (piece === undefined || piece.length >= most.texts || letters + more > most.letters) {
      pieces.push([each]);
      letters = more;
      continue;
    }
    piece.push(each);
    letters += more;
  }
  return pieces;
}

async function knownAnswers(
  { db }: ServerContext,
  accountId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const { key, text } = translationAnswers;
  const found = new Map<string, string>();
  for (let at = 0; at < keys.length; at += 500) {
    const own = and(eq(translationAnswers.accountId, accountId), inArray(key, keys.slice(at, at + 500)));
    for (const row of await db.orm.select({ key, text }).from(translationAnswers).where(own))
      found.set(row.key, row.text);
  }
  return found;
}

async function keepAnswers(
  { db, clock }: ServerContext,
  accountId: string,
  answers: readonly { key: string; text: string }[],
): Promise<void> {
  if (answers.length === 0) return;
  const createdAt = clock.now();
  await db.orm
    .insert(translationAnswers)
    .values(answers.map(({ key, text }) => ({ accountId, key, text, createdAt })))
    .onConflictDoNothing();
}

/** Why a service did not translate, as users are told. */
export function reasonOf(error: unknown): { code: MessageKey; params: MessageParams } {
  if (error instanceof ExpectedError) return { code: error.code, params: error.params };
  if (!(error instanceof ProviderFailure)) return { code: 'translation:engine.unavailable', params: {} };
  if (error.kind !== 'limited') {
    const kind = error.kind === 'unauthorised' ? 'configuration' : error.kind;
    return { code: `translation:engine.${kind}`, params: {} };
  }
  return { code: error.until === null ? 'translation:engine.spent' : 'translation:engine.limited', params: {} };
}
