import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { FaceName } from './sdk-faces.ts';

// What is read more easily as it was written than as the compiler has worked it out: calls, and shapes of zod schemas.

/**
 * A name as its source declares it; undefined for what reads well as a declaration. Shapes are shown with the schema
 * that they are the output of.
 */
export function sourceOf({ declared: name, file }: FaceName): string | undefined {
  const source = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
  const written = statementOf(source, name);
  if (written === undefined) return undefined;
  if (/^const \w+ = define(Call|Event)\(/.test(written)) return written;
  const [, schema] = /^type \w+ = z\.output<typeof (\w+)>;$/.exec(written) ?? [];
  const shape = schema === undefined ? undefined : statementOf(source, schema);
  // Of a long one the page has a table of its own.
  return shape === undefined || shape.length > 4000 ? undefined : `${shape}\n${written}`;
}

/** A statement at the top of a source, without its own comment and `export`. */
function statementOf(source: string, name: string): string | undefined {
  const found = new RegExp(`^(?:export )?((?:const|type) ${name}\\b[^]*?;)$(?!\\n[ }\\])])`, 'm').exec(source);
  return found?.[1];
}
