import type { z } from 'zod';

import type { SettingsShape } from './plugin-settings.ts';

/** A plugin's setting as shown in its form. */
export interface SettingsField {
  key: string;
  /** `unknown` cannot be shown in a form and is omitted. */
  kind: 'text' | 'long' | 'color' | 'url' | 'email' | 'secret' | 'number' | 'switch' | 'choice' | 'list' | 'unknown';
  /** Text keys, or finished texts; absent if the schema has none. */
  title?: string;
  description?: string;
  /** Its default value. */
  standard: unknown;
  /** For numbers: the limits, the step, and whether only whole numbers are valid. */
  min?: number;
  max?: number;
  step?: number;
  isWhole?: boolean;
  /** Maximum length of a string, or of one entry of a list. */
  mostLetters?: number;
  /**
   * A picture in base64 (`contentMediaType: 'image/*'`). It is asked for where a service is tried; settings have none, and
   * its kind is `unknown`.
   */
  isPicture?: true;
  /** For lists. */
  mostEntries?: number;
  /** For choices, and for lists of choices; with a text key each if the schema has `labels`. */
  choices?: readonly { value: string; label?: string }[];
}

/** A string that may be longer than this gets a textarea. */
const LONG = 200;

/** The fields of a JSON Schema made by `defineSettings`, in its order. Pure; independent of zod. */
export function fieldsOf(shape: SettingsShape): SettingsField[] {
  return Object.entries(shape.properties).map(([key, property]) => fieldOf(key, property));
}

/** Whether a setting is encrypted at rest and never revealed. */
export function isSecret(shape: SettingsShape, key: string): boolean {
  return Object.hasOwn(shape.properties, key) && shape.properties[key]?.['secret'] === true;
}

/** The type of a plugin's settings; empty if it has none of this kind. */
export type SettingsValues<S extends z.ZodObject | undefined> = S extends z.ZodObject
  ? z.output<S>
  : Readonly<Record<string, never>>;

/**
 * The stored values, with the default for everything that is not set or no longer valid.
 * @param schema from `defineSettings`, which has ensured that everything has a default
 */
export function readValues<S extends z.ZodObject | undefined>(
  schema: S,
  stored: Readonly<Record<string, unknown>>,
): SettingsValues<S> {
  // Without a schema there is nothing to read.
  return (schema === undefined ? {} : fitting(schema, stored)) as SettingsValues<S>;
}

function fitting(schema: z.ZodObject, stored: Readonly<Record<string, unknown>>): unknown {
  const fit = Object.entries(schema.shape).filter(([key, field]) => {
    if (!Object.hasOwn(stored, key) || stored[key] === undefined) return false;
    return (field as z.ZodType).safeParse(stored[key]).success;
  });
  const whole = schema.safeParse(Object.fromEntries(fit.map(([key]) => [key, stored[key]])));
  return whole.success ? whole.data : schema.parse({});
}

function fieldOf(key: string, property: Record<string, unknown>): SettingsField {
  const { title, description, default: standard } = property;
  return {
    key,
    standard,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...kindOf(property),
  };
}

function kindOf(property: Record<string, unknown>): Omit<SettingsField, 'key' | 'standard'> {
  const { type, enum: choices, items, format, secret } = property;
  if (type === 'array') {
    const item: unknown = items;
    if (!isObject(item) || item['type'] !== 'string') return { kind: 'unknown' };
    const entries = choicesOf(item['enum'], property['labels'] ?? item['labels']);
    return {
      kind: 'list',
      ...(entries === undefined ? {} : { choices: entries }),
      ...numbers({ mostEntries: property['maxItems'], mostLetters: item['maxLength'] }),
    };
  }
  if (choices !== undefined) {
    const all = choicesOf(choices, property['labels']);
    return all === undefined ? { kind: 'unknown' } : { kind: 'choice', choices: all };
  }
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'number' || type === 'integer') return { kind: 'number', ...gridOf(property) };
  if (type !== 'string') return { kind: 'unknown' };
  const letters = numbers({ mostLetters: property['maxLength'] });
  if (property['contentMediaType'] === 'image/*') return { kind: 'unknown', isPicture: true, ...letters };
  if (secret === true) return { kind: 'secret', ...letters };
  if (format === 'color') return { kind: 'color' };
  if (format === 'email') return { kind: 'email', ...letters };
  if (format === 'uri' || format === 'url') return { kind: 'url', ...letters };
  return { kind: (letters['mostLetters'] ?? 0) > LONG ? 'long' : 'text', ...letters };
}

function gridOf(property: Record<string, unknown>): Omit<SettingsField, 'key' | 'kind' | 'standard'> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type } = property;
  const isWhole = type === 'integer';
  const limits = numbers({ min: minimum ?? exclusiveMinimum, max: maximum ?? exclusiveMaximum });
  const { min, max } = limits;
  const step =
    typeof multipleOf === 'number'
      ? multipleOf
      : isWhole
        ? 1
        : min === undefined || max === undefined || max <= min
          ? undefined
          : 10 ** Math.floor(Math.log10((max - min) / 20));
  return { ...limits, isWhole, ...(step === undefined ? {} : { step }) };
}

function choicesOf(values: unknown, labels: unknown): SettingsField['choices'] {
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) return undefined;
  return values.map((value) => {
    const label = isObject(labels) && Object.hasOwn(labels, value) ? labels[value] : undefined;
    return typeof label === 'string' ? { value, label } : { value };
  });
}

/** A package's schema is untrusted: a limit may not be a number. JSON's largest numbers stand for no limit. */
function numbers<K extends string>(given: Record<K, unknown>): Partial<Record<K, number>> {
  const entries = Object.entries(given).filter(
    ([, value]) => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(entries) as Partial<Record<K, number>>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
