import { and, desc, eq, getTableColumns, lt, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { listTexts as call, ListedText } from '../calls.ts';
import { copywritingTexts, type TextRow } from './tables.ts';

/** Letters of a text that lists show. */
const EXCERPT = 160;

const foundSchema = z.object({ start: z.number(), text: z.string() }).nullable();

/** What lists need of a text: neither all its cues nor all that it says. */
const { cues: _cues, body: _body, ...COLUMNS } = getTableColumns(copywritingTexts);
const LISTED = {
  ...COLUMNS,
  count: sql<number>`jsonb_array_length(${copywritingTexts.cues})`,
  beginning: sql<string>`left(${copywritingTexts.body}, ${EXCERPT})`,
};
type ListedRow = Omit<TextRow, 'cues' | 'body'> & { count: number; beginning: string; found?: unknown };

/** The newest first; the cursor is the last one's id. */
export async function listTexts(
  { db }: Pick<ServerContext, 'db'>,
  accountId: string,
  { q = '', state, from, cursor, limit }: z.output<typeof call.query>,
  language: MessageLanguage,
) {
  const { id, name, body, tags, cues } = copywritingTexts;
  const words = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const narrowing: (SQL | undefined)[] = [
    eq(copywritingTexts.accountId, accountId),
    q === '' ? undefined : sql`(${body} ilike ${words} or ${name} ilike ${words} or ${tags}::text ilike ${words})`,
    state === undefined ? undefined : eq(copywritingTexts.state, state),
    from === undefined ? undefined : eq(copywritingTexts.origin, from),
  ];
  // Words as they stand, whatever signs they have; small letters and capitals alike.
  const holds = `$[*] ? (@.text like_regex ${JSON.stringify(q)} flag "iq")`;
  const found = q === '' ? sql<unknown>`null` : sql<unknown>`jsonb_path_query_first(${cues}, ${holds}::jsonpath)`;
  const rows: ListedRow[] = await db.orm
    .select({ ...LISTED, found })
    .from(copywritingTexts)
    .where(and(...narrowing, cursor === undefined ? undefined : lt(id, cursorId(cursor))))
    .orderBy(desc(id))
    .limit(limit + 1);
  const [counted] = await db.orm
    .select({ total: sql<number>`count(*)::int` })
    .from(copywritingTexts)
    .where(and(...narrowing));
  const shown = rows.slice(0, limit);
  return {
    items: shown.map((row) => presentText(row, language)),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    total: counted?.total ?? 0,
  };
}

/** A text of one account as lists show it. @throws expected `copywriting:missing` (404) */
export async function listedText(
  { db }: Pick<ServerContext, 'db'>,
  { accountId, id }: { accountId: string; id: string },
  language: MessageLanguage,
): Promise<ListedText> {
  const own = and(eq(copywritingTexts.accountId, accountId), eq(copywritingTexts.id, id));
  const [row] = await db.orm.select(LISTED).from(copywritingTexts).where(own);
  return row === undefined ? fail('copywriting:missing', {}, { kind: 'not-found' }) : presentText(row, language);
}

function presentText(row: ListedRow, language: MessageLanguage): ListedText {
  const found = foundSchema.catch(null).parse(row.found ?? null);
  return {
    ...presentFacts(row, language),
    cues: row.count,
    excerpt: found === null ? row.beginning : found.text.slice(0, EXCERPT),
    foundAt: found?.start ?? null,
  };
}

/** What lists and the editor both show. */
export function presentFacts(
  row: Omit<TextRow, 'cues' | 'body'>,
  language: MessageLanguage,
): Omit<ListedText, 'cues' | 'excerpt' | 'foundAt'> {
  const { id, name, type, size, seconds, state, error, tags, origin, materialId, runId } = row;
  return {
    ...{ id, name, type, size, seconds, state, tags, from: origin, language: row.language, materialId, runId },
    error: error === null ? null : translate(language, error.code, error.params),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A page of its own making begins at an id. */
function cursorId(cursor: string): string {
  if (!/^[0-9a-f-]{36}$/.test(cursor)) fail('core:http.cursor', {}, { kind: 'invalid' });
  return cursor;
}
