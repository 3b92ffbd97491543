import type { z } from 'zod';

/** How often an id was made: no two are the same. */
let ids = 0;

/**
 * A value that a schema accepts, such as an answer of the server for a test: what may be missing is missing or null,
 * texts are empty, numbers the smallest, ids all different.
 * @param schema an object, such as `readMaterial.data`
 * @param known what the test is about
 * @throws z.ZodError when the schema asks for more than that, such as a text of a certain form; name it then
 * @example const clip = exampleOf(readMaterial.data, { kind: 'video', name: 'Harbour.mp4' });
 */
export function exampleOf<S extends z.ZodObject>(schema: S, known: Partial<z.output<S>> = {}): z.output<S> {
  const fields = Object.entries(schema.shape).map(([key, field]) => [key, valueOf(field as z.ZodType)]);
  return schema.parse({ ...Object.fromEntries(fields), ...known });
}

function valueOf(schema: z.ZodType): unknown {
  const { def } = schema as z.ZodType & { def: Definition };
  switch (def.type) {
    case 'string':
      return textOf(def.format);
    case 'number':
      return Math.max(0, (schema as z.ZodNumber).minValue ?? 0);
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'record':
      return {};
    case 'object':
      return exampleOf(schema as z.ZodObject);
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'union':
      return valueOf(def.options?.[0] ?? schema);
    case 'pipe':
      return valueOf(def.in ?? schema);
    case 'nullable':
      return null;
    default:
      // Optional, or with a default.
      return undefined;
  }
}

/** The parts of a schema's definition that are read here. */
interface Definition {
  type: string;
  format?: string;
  entries?: Readonly<Record<string, string>>;
  values?: readonly unknown[];
  options?: readonly z.ZodType[];
  in?: z.ZodType;
}

function textOf(format: string | undefined): string {
  if (format === 'uuid') return `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`;
  return format === 'datetime' ? '2026-01-01T00:00:00.000Z' : '';
}
