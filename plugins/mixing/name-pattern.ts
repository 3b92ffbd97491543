export { cleanName } from '#core/contract/clean-name.ts';

/** What a pattern of names may name; anything else in braces stays as it is written. */
export const NAME_FIELDS = ['project', 'n', 'nn', 'nnn', 'date', 'title'] as const;
export type NameField = (typeof NAME_FIELDS)[number];

const FIELD = new RegExp(`\\{(${NAME_FIELDS.join('|')})\\}`, 'g');

/** Names of a run's videos until their owner gives others: `夏季新品-001`. */
export const DEFAULT_PATTERN = '{project}-{nnn}';
/** Letters of a pattern. */
export const MAX_PATTERN = 120;

export interface NamedBy {
  project: string;
  /** From 0. */
  position: number;
  title: string | null;
  /** When the run began. */
  createdAt: Date;
  /** An IANA zone, in whose days the date counts. */
  timeZone: string;
}

/** Puts a video's facts into a pattern. What comes of it is not yet fit for every file system. */
export function fillPattern(pattern: string, { project, position, title, createdAt, timeZone }: NamedBy): string {
  const number = String(position + 1);
  const values: Record<NameField, string> = {
    project,
    n: number,
    nn: number.padStart(2, '0'),
    nnn: number.padStart(3, '0'),
    date: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(createdAt),
    title: title ?? '',
  };
  return pattern.replace(FIELD, (_, field: NameField) => values[field]);
}
