import { z } from 'zod';

const part = z.object({ text: z.string().optional() });
const answerSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.union([z.string(), z.array(part)]).nullish() }) })).min(1),
});

const idSchema = z.union([z.int(), z.string().regex(/^\d{1,9}$/)]).transform(Number);
const lineSchema = z.union([
  z.object({ id: idSchema, text: z.string() }),
  z.object({ id: idSchema, translation: z.string() }).transform(({ id, translation }) => ({ id, text: translation })),
]);

/** What a model says, without what it thinks. @throws what zod throws */
export function saidBy(json: unknown): string {
  const [choice] = answerSchema.parse(json).choices;
  const content = choice?.message.content ?? '';
  const text = typeof content === 'string' ? content : content.map((each) => each.text ?? '').join('');
  return text.replaceAll(/<think>[\s\S]*?(<\/think>|$)/g, '');
}

/**
 * Reads translated lines of what a model says: an array as asked for, or in words, in an object, or cut off.
 * @param asked ids of the lines that were asked for
 * @returns texts by id, of those that are there once; two different texts for one line are none
 */
export function readLines(said: string, asked: ReadonlySet<number>): Map<number, string> {
  const lines = new Map<number, string>();
  const doubtful = new Set<number>();
  for (const { id, text } of linesIn(said)) {
    const clean = text.trim();
    if (!asked.has(id) || clean === '') continue;
    const known = lines.get(id);
    if (known !== undefined && known !== clean) doubtful.add(id);
    lines.set(id, clean);
  }
  for (const id of doubtful) lines.delete(id);
  return lines;
}

/** Reads other translations. */
export function readOthers(said: string): string[] {
  const json = parsed(said);
  const list = Array.isArray(json) ? json : listIn(json);
  return list.flatMap((each): string[] => {
    if (typeof each === 'string') return [each.trim()];
    const named = z.union([z.object({ text: z.string() }), z.object({ translation: z.string() })]).safeParse(each);
    if (!named.success) return [];
    return [('text' in named.data ? named.data.text : named.data.translation).trim()];
  });
}

type Line = z.output<typeof lineSchema>;
const linesOf = (list: readonly unknown[]): Line[] =>
  list.flatMap((each) => {
    const line = lineSchema.safeParse(each);
    return line.success ? [line.data] : [];
  });

function linesIn(said: string): Line[] {
  const json = parsed(said);
  if (Array.isArray(json)) return linesOf(json);
  if (json === undefined) return linesOf(objectsIn(said));
  const list = listIn(json);
  if (list.length > 0) return linesOf(list);
  const single = linesOf([json]);
  // Some answer by an object of texts by id.
  return single.length > 0
    ? single
    : linesOf(
        Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(json)).map(([id, text]) => ({ id, text })),
      );
}

/** The JSON in what was said, whatever stands around it. */
function parsed(said: string): unknown {
  const from = said.search(/[[{]/);
  const to = Math.max(said.lastIndexOf(']'), said.lastIndexOf('}'));
  if (from < 0 || to < from) return undefined;
  try {
    return JSON.parse(said.slice(from, to + 1));
  } catch {
    return undefined;
  }
}

/** The list that an object holds, whatever it calls it. */
function listIn(json: unknown): readonly unknown[] {
  const values = Object.values(z.record(z.string(), z.unknown()).catch({}).parse(json));
  return values.find((value): value is unknown[] => Array.isArray(value)) ?? [];
}

/** Whole objects in JSON that is cut off or broken. */
function objectsIn(said: string): unknown[] {
  return [...said.matchAll(/\{(?:[^{}"]|"(?:[^"\\]|\\[\s\S])*")*\}/g)].flatMap(([object]) => {
    try {
      return [JSON.parse(object) as unknown];
    } catch {
      return [];
    }
  });
}
