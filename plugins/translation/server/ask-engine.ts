import { createHash } from 'node:crypto';

import { and, eq, inArray } from 'drizzle-orm';

import { ExpectedError, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { failureReason } from '#core/server/services/providers/failure-reason.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { Ordered } from '#core/server/services/providers/providers.ts';
import type { TranslationRequest } from '#core/server/services/providers/translation.ts';
import { tryInOrder } from '#core/server/services/providers/try-in-order.ts';

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
  engine: Ordered<'translation'>;
  terms: Readonly<Record<string, string>>;
  /** By the cue of each line. */
  budgets: ReadonlyMap<string, LineBudget>;
}

/** What the services in use are asked in a project, in their order. @param all its lines @throws as `Providers.use` */
export async function prepareAsking(
  ctx: ServerContext,
  project: ProjectRow,
  { to, all }: { to: string; all: readonly LineRow[] },
): Promise<readonly Asked[]> {
  const engines = await ctx.providers.inOrder('translation');
  const { terms } = await readGlossary(ctx.db, project.accountId);
  const asked = {
    ...{ ctx, project, to, terms: termsFor(termsOf(project, terms), to) },
    budgets: await budgetsOf(ctx, project, { to, all }),
  };
  return engines.map((engine) => ({ ...asked, engine }));
}

/** Has the first service do something, or the next one where that fails. */
const inOrder = <T>(all: readonly Asked[], work: (asked: Asked) => Promise<T>, signal: AbortSignal): Promise<T> =>
  tryInOrder(
    all.map((asked) => ({ ...asked.engine, asked })),
    ({ asked }) => work(asked),
    signal,
  );

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

interface LinesToAsk {
  all: readonly LineRow[];
  open: readonly LineRow[];
  signal: AbortSignal;
  /** Keeps what has come, also where the rest fails. */
  take(found: readonly { line: LineRow; text: string }[], service: string): Promise<void>;
}

/**
 * Has lines translated: those that any of the services was asked before are known; the others go to the first one, and
 * what it leaves open because it fails to the next.
 * @throws why the first one has failed, where all do: a ProviderFailure, expected errors
 */
export async function askForLines(all: readonly Asked[], options: LinesToAsk): Promise<void> {
  const open = new Set(options.open);
  const take: LinesToAsk['take'] = async (found, service) => {
    for (const { line } of found) open.delete(line);
    await options.take(found, service);
  };
  for (const asked of all) await takeKnown(asked, [...open], take);
  // What is known tells nothing of how its service is now.
  if (open.size === 0) return;
  await inOrder(all, (asked) => askOne(asked, { ...options, open: [...open], take }), options.signal);
}

/** Lines that say the same are asked once, and all told. */
const byQuestion = (asked: Asked, open: readonly LineRow[]): Map<string, LineRow[]> =>
  Map.groupBy(open, ({ text }) => keyOf(asked, text));

async function takeKnown(asked: Asked, open: readonly LineRow[], take: LinesToAsk['take']): Promise<void> {
  const byKey = byQuestion(asked, open);
  const known = await knownAnswers(asked.ctx, asked.project.accountId, [...byKey.keys()]);
  const found = [...known].flatMap(([key, text]) => (byKey.get(key) ?? []).map((line) => ({ line, text })));
  await take(found, asked.engine.id);
}

/**
 * Has one service translate lines, in pieces that it takes.
 * @throws ProviderFailure of the first piece that failed for good, once all that were begun have ended; expected errors
 */
async function askOne(asked: Asked, { all, open, signal, take }: LinesToAsk): Promise<void> {
  const {
    ctx,
    project: { accountId },
    engine: { id, provider },
  } = asked;
  const byKey = byQuestion(asked, open);
  const spread = (key: string, text: string) => (byKey.get(key) ?? []).map((line) => ({ line, text }));
  const pieces = inPieces(linesToAsk(byKey, asked.budgets), provider.most);
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
      await take(
        found.flatMap(({ key, text }) => spread(key, text)),
        id,
      );
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

interface OthersToAsk extends Pick<LinesToAsk, 'all' | 'signal'> {
  line: LineRow;
  than: readonly string[];
  most: number;
}

/** Other translations of a line by the first service that gives some: those that it has beside, or its own. */
export const askForOthers = (all: readonly Asked[], options: OthersToAsk): Promise<readonly string[]> =>
  inOrder(all, (asked) => othersOf(asked, options), options.signal);

async function othersOf(asked: Asked, { all, line, than, most, signal }: OthersToAsk): Promise<readonly string[]> {
  const { provider } = asked.engine;
  const request = requestOf(asked, all, [line]);
  if (provider.others !== undefined) return await provider.others({ ...request, than, most }, signal);
  let found = '';
  await askForLines([asked], {
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
  return { code: `translation:engine.${failureReason(error)}`, params: {} };
}
