import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';

import { InvalidRequest, type RequestPart } from '#core/server/ground/field-faults.ts';

const PARTS: Record<string, RequestPart> = { params: 'params', querystring: 'query', body: 'body' };

/** Checks the parts of a request with their zod schemas and replaces them by the schemas' output. */
export const validateWithZod: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const part = PARTS[httpPart ?? ''] ?? 'body';
  return (data: unknown) => {
    // The framework passes null when nothing was sent.
    const given = part === 'body' && data === null ? undefined : data;
    const checked = schema.safeParse(given, { reportInput: true });
    return checked.success ? { value: checked.data } : { error: new InvalidRequest(part, checked.error.issues) };
  };
};
