/** What a pattern of names may name in every run; its tool may add to them. */
export const NAME_FIELDS = ['run', 'name', 'n', 'nn', 'nnn', 'date'] as const;
/** A field that every pattern of names knows. */
export type NameField = (typeof NAME_FIELDS)[number];

/** Letters of a pattern. */
export const MAX_PATTERN = 120;

const FIELD = /\{([a-z]+)\}/g;

/** What an item of a run is named by. */
export interface NamedBy {
  /** The run's name. */
  run: string;
  /** The item's own name. */
  name: string;
  /** From 0, its place in the run. */
  position: number;
  /** When the run began. */
  createdAt: Date;
  /** An IANA zone, in whose days the date counts. */
  timeZone: string;
}

/**
 * Puts an item's facts into a pattern: `{run}-{nnn}`. What is in braces and no field stays as it is written. What comes
 * of it is not yet fit for every file system.
 * @param own what the tool adds to the fields, or gives in place of one
 */
export function fillPattern(
  pattern: string,
  { run, name, position, createdAt, timeZone }: NamedBy,
  own: Readonly<Record<string, string>> = {},
): string {
  const number = String(position + 1);
  const every: Record<NameField, string> = {
    ...{ run, name, n: number, nn: number.padStart(2, '0'), nnn: number.padStart(3, '0') },
    date: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(createdAt),
  };
  const values = new Map(Object.entries({ ...every, ...own }));
  return pattern.replace(FIELD, (whole, field: string) => values.get(field) ?? whole);
}
