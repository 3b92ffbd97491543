import { runInNewContext } from 'node:vm';

import { z } from 'zod';

import type { SettingsShape } from '#core/contract/plugin-settings.ts';
import { fieldsOf } from '#core/contract/settings-fields.ts';
import { InvalidRequest } from '#core/server/ground/field-faults.ts';

type Issue = z.core.$ZodIssue;
type Check = (value: unknown) => readonly Issue[];
type Property = SettingsShape['properties'][string];

/** Milliseconds: a pattern that takes longer than this to match counts as not matching. */
const PATTERN_MILLISECONDS = 500;
const TEXT_LETTERS = 10_000;
const LIST_ENTRIES = 1_000;

/** The part of a schema that is checked; patterns are checked separately. */
const KEYWORDS = [
  ...['type', 'enum', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
];

/** The schema objects of a manifest stay the same until its revision changes. */
const compiled = new WeakMap<SettingsShape, ReadonlyMap<string, Check>>();

/**
 * Checks the values that a request wants to set against the JSON Schema of a plugin's settings. null removes a
 * value, which is always allowed.
 * @throws InvalidRequest that names each field that is wrong or unknown, as `body.values.<key>`
 */
export function checkSettings(shape: SettingsShape, changes: Readonly<Record<string, unknown>>): void {
  const checks = compiled.get(shape) ?? compile(shape);
  compiled.set(shape, checks);
  const issues: Issue[] = [];
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) continue;
    const path = ['values', key];
    const check = checks.get(key);
    if (check === undefined) {
      issues.push({ code: 'unrecognized_keys', keys: [key], path, input: changes, message: 'unknown' });
      continue;
    }
    // One problem per field is enough.
    const [first] = check(value);
    if (first !== undefined) issues.push({ ...first, path: [...path, ...first.path] });
  }
  if (issues.length > 0) throw new InvalidRequest('body', issues);
}

function compile(shape: SettingsShape): ReadonlyMap<string, Check> {
  return new Map(
    fieldsOf(shape).map(({ key, kind }): [string, Check] => {
      const property = shape.properties[key];
      // A package may declare an unknown type: no value fits it.
      return [key, kind === 'unknown' || property === undefined ? refuse : compileField(property)];
    }),
  );
}

function compileField(property: Property): Check {
  const inner = property['items'] as Property | undefined;
  let schema: z.ZodType;
  try {
    const data = { ...known(property), ...(inner === undefined ? {} : { items: known(inner) }) };
    schema = z.fromJSONSchema(data as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    return refuse;
  }
  const [own, entries] = [patternOf(property), inner === undefined ? undefined : patternOf(inner)];
  return (value) => {
    const { error } = limits.safeParse(value);
    if (error !== undefined) return refuse(value);
    const checked = schema.safeParse(value);
    if (!checked.success) return checked.error.issues;
    const fits =
      (own === undefined || matches(own, [value])) &&
      (entries === undefined || !Array.isArray(value) || matches(entries, value));
    return fits ? [] : refuse(value);
  };
}

/** Limits for fields whose schema sets none. */
const letters = z.string().max(TEXT_LETTERS);
const limits = z.union([letters, z.array(letters).max(LIST_ENTRIES), z.number(), z.boolean()]);

function known(property: Property): Property {
  const entries = Object.entries(property).filter(([keyword]) => KEYWORDS.includes(keyword));
  // Zod has no format for colours.
  return Object.fromEntries(entries.filter(([keyword, value]) => keyword !== 'format' || value !== 'color'));
}

/** Patterns of zod's own formats, by name. */
function patternOf({ pattern, format }: Property): string | undefined {
  if (format === 'color' && pattern === undefined) return '^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$';
  return typeof pattern === 'string' && (format === undefined || format === 'color') ? pattern : undefined;
}

/** A pattern is code written by the manifest's author, so it runs where it can be stopped. */
function matches(pattern: string, texts: readonly unknown[]): boolean {
  const script = 'texts.every((text) => new RegExp(pattern, "u").test(text))';
  try {
    return runInNewContext(script, { pattern, texts: texts.map(String) }, { timeout: PATTERN_MILLISECONDS }) === true;
  } catch {
    return false;
  }
}

function refuse(input: unknown): readonly Issue[] {
  return [{ code: 'custom', path: [], input, message: 'invalid' }];
}
