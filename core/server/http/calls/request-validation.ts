import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { InvalidRequest, type RequestPart } from '#core/server/ground/field-faults.ts';

type Issue = z.core.$ZodIssue;

const PARTS: Record<string, RequestPart> = { params: 'params', querystring: 'query', body: 'body' };

/** Checks the parts of a request with their zod schemas and replaces them by the schemas' output. */
export const validateWithZod: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const part = PARTS[httpPart ?? ''] ?? 'body';
  return (data: unknown) => {
    // The framework passes null when nothing was sent.
    const given = part === 'body' && data === null ? undefined : data;
    const unfit = unfitValue(given);
    if (unfit !== undefined) return { error: new InvalidRequest(part, [unfit]) };
    const checked = schema.safeParse(given, { reportInput: true });
    return checked.success ? { value: checked.data } : { error: new InvalidRequest(part, checked.error.issues) };
  };
};

/** How deep a body may be nested; what the product keeps is nested a dozen times at most. */
const DEPTH = 64;

/** The first text that cannot be stored in PostgreSQL, or value that is nested too deeply for a schema to follow. */
function unfitValue(value: unknown, path: readonly string[] = []): Issue | undefined {
  const issue = (message: MessageKey): Issue => ({
    code: 'custom',
    message,
    path: [...path.slice(0, 8)],
    input: value,
  });
  if (typeof value === 'string') return isStorable(value) ? undefined : issue('core:field.text');
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= DEPTH) return issue('core:field.depth');
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return issue('core:field.text');
    const found = unfitValue(inner, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Without NUL and halves of surrogate pairs. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
