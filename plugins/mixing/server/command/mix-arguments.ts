import { parseArgs } from 'node:util';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { LANGUAGE_TAG } from '#core/contract/languages.ts';
import { FITS, RATIOS, RESOLUTIONS } from '#core/contract/picture.ts';
import { TRANSITIONS } from '#plugins/mixing/transitions.ts';

import { MAX_OUTPUTS } from '#plugins/mixing/project.ts';

const OPTIONS = {
  count: { type: 'string' },
  out: { type: 'string' },
  ratio: { type: 'string' },
  resolution: { type: 'string' },
  fit: { type: 'string' },
  shot: { type: 'string' },
  transition: { type: 'string' },
  effect: { type: 'string' },
  music: { type: 'string' },
  subtitles: { type: 'string' },
  title: { type: 'string', multiple: true },
  voice: { type: 'string' },
  language: { type: 'string' },
  share: { type: 'string' },
  seed: { type: 'string' },
  shuffle: { type: 'boolean' },
  'even-sound': { type: 'boolean' },
  demo: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const whole = (least: number, most: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most));

const valuesSchema = z.object({
  count: whole(1, MAX_OUTPUTS).default(50),
  out: z.string().min(1).optional(),
  ratio: z.enum(RATIOS).default('9:16'),
  resolution: z.coerce.number().pipe(z.literal(RESOLUTIONS)).default(1080),
  fit: z.enum(FITS).default('blur'),
  shot: z.coerce.number().min(1).max(60).default(3),
  transition: z.enum(TRANSITIONS).optional(),
  effect: z.string().min(1).optional(),
  music: z.string().min(1).optional(),
  subtitles: z.string().min(1).optional(),
  title: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
  voice: z.string().trim().min(1).max(10_000).optional(),
  language: z.string().regex(LANGUAGE_TAG).default('zh-CN'),
  share: whole(0, 19).optional(),
  seed: whole(0, 2 ** 31 - 1).default(1),
  shuffle: z.boolean().default(false),
  'even-sound': z.boolean().default(true),
  demo: z.boolean().default(false),
  json: z.boolean().default(false),
  help: z.boolean().default(false),
});

export type MixArguments = z.output<typeof valuesSchema> & { folder: string; out: string };

/** What each option takes, for the message about a wrong one. */
const ACCEPTS: Partial<Record<string, string>> = {
  count: `1–${MAX_OUTPUTS}`,
  ratio: RATIOS.join(', '),
  resolution: RESOLUTIONS.join(', '),
  fit: FITS.join(', '),
  shot: '1–60',
  transition: TRANSITIONS.join(', '),
  language: 'zh-CN, en-US …',
  share: '0–19',
  seed: '0–2147483647',
};

/**
 * Reads the command line of `mix`.
 * @returns undefined when help is asked for
 * @throws expected `mixing:option-unknown`, `mixing:option-wrong`, `mixing:folder-not-named`, `mixing:out-not-named`
 */
export function readMixArguments(words: readonly string[]): MixArguments | undefined {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...words],
      options: OPTIONS,
      allowPositionals: true,
      allowNegative: true,
      strict: true,
    });
  } catch (error) {
    const option = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? words.join(' ');
    fail('mixing:option-unknown', { option }, { kind: 'invalid', cause: error });
  }
  const values = valuesSchema.safeParse(parsed.values);
  if (!values.success) {
    const option = String(values.error.issues[0]?.path[0] ?? '');
    const value = String(parsed.values[option as keyof typeof parsed.values] ?? '');
    fail('mixing:option-wrong', { option: `--${option}`, value, accepts: ACCEPTS[option] ?? '…' }, { kind: 'invalid' });
  }
  if (values.data.help) {
    return undefined;
  }
  const [first, second, ...rest] = parsed.positionals;
  if (rest.length > 0 || (second !== undefined && !values.data.demo)) {
    fail('mixing:option-unknown', { option: rest[0] ?? second ?? '' }, { kind: 'invalid' });
  }
  // The demo draws its own clips: its only folder is the one to write to.
  const out = values.data.out ?? (values.data.demo ? first : undefined);
  if (first === undefined && !values.data.demo) {
    fail('mixing:folder-not-named', {}, { kind: 'invalid' });
  }
  if (out === undefined) {
    fail('mixing:out-not-named', {}, { kind: 'invalid' });
  }
  return { ...values.data, folder: first ?? '', out };
}

/** The command line that makes the same videos again. */
export function replayCommand(values: MixArguments): string {
  const quote = (word: string) => (/^[\w./:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  const words = values.demo ? ['--demo'] : [values.folder];
  for (const name of Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]) {
    const value = values[name];
    if (name === 'even-sound') {
      if (value === false) words.push(`--no-${name}`);
      continue;
    }
    if (name === 'demo' || name === 'json' || name === 'help' || value === undefined || value === false) {
      continue;
    }
    for (const each of Array.isArray(value) ? value : [value]) {
      words.push(`--${name}`, ...(each === true ? [] : [String(each)]));
    }
  }
  return `npm run mix -- ${words.map(quote).join(' ')}`;
}
