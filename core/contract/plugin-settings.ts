import { z } from 'zod';

/**
 * A JSON Schema of an object, as {@link defineSettings} derives it from a zod schema; each property becomes a field.
 */
export const settingsShape = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string().regex(/^[a-zA-Z][\w-]{0,59}$/), z.looseObject({})),
});
/** The schema of settings as data. */
export type SettingsShape = z.output<typeof settingsShape>;

/** The settings of a plugin: those of each account, and those that operators make for everybody. */
export const settingsSchema = z.strictObject({
  account: settingsShape.nullable().default(null),
  operator: settingsShape.nullable().default(null),
});
/** The settings of a plugin as data: for accounts and for operators. */
export type SettingsSchemas = z.output<typeof settingsSchema>;

type Shape = z.ZodObject | undefined;

/** A plugin's typed settings, through which both halves read them. */
export interface SettingsDefinition<A extends Shape = Shape, O extends Shape = Shape> {
  account: A;
  operator: O;
  /** The plugin's id; filled in by `definePlugin`. */
  plugin: string | null;
  /** The schemas as data, for the manifest. */
  schemas: z.input<typeof settingsSchema>;
}

/**
 * Declares a plugin's settings, from which a form is generated. Each field has a default, and in `.meta()` a `title`, a
 * `description` (text keys), and optionally `secret: true` for values that are encrypted at rest and never shown again
 * (operator settings only), `format: 'color'`, or `labels`, a text key for each value of an enum. Fields are strings,
 * numbers, booleans, enums and arrays of strings; a number with both limits gets a slider, a string that may be longer
 * than 200 characters a textarea.
 * @throws TypeError when a field lacks a default, since it could not be read before it is set
 * @example
 * export const settings = defineSettings({
 *   account: z.object({ opacity: z.number().min(0).max(1).default(0.8).meta({ title: 'brand-kit:opacity' }) }),
 * });
 */
export function defineSettings<A extends Shape = undefined, O extends Shape = undefined>(schemas: {
  account?: A;
  operator?: O;
}): SettingsDefinition<A, O> {
  for (const [name, schema] of Object.entries(schemas)) proveDefaults(schema, name);
  return {
    plugin: null,
    account: schemas.account as A,
    operator: schemas.operator as O,
    // Only the manifest needs them, not the pages, which load this as well.
    get schemas() {
      return { account: asData(schemas.account), operator: asData(schemas.operator) };
    },
  };
}

function proveDefaults(schema: Shape, name: string): void {
  const error = schema?.safeParse({}).error;
  if (error !== undefined) {
    throw new TypeError(`defineSettings: ${name}: each field needs a default: ${z.prettifyError(error)}`);
  }
}

function asData(schema: Shape): SettingsShape | null {
  return schema === undefined ? null : settingsShape.parse(z.toJSONSchema(schema, { io: 'input' }));
}
