import { createHash } from 'node:crypto';

import { z } from 'zod';

import type { Call } from '#core/contract/call.ts';

/**
 * The hash of the calls that both halves of a plugin share. It covers methods, paths, access and schemas; order and
 * names do not matter. Halves with different hashes were not built together.
 * @throws Error for a schema that JSON Schema cannot express, such as a date
 */
export function callsHash(calls: Readonly<Record<string, Call>>): string {
  const lines = Object.values(calls).map((call) => {
    const { method, path, access, upload = false, bodyAs = null, answer = 'envelope' } = call;
    const shapes = [call.params, call.query, call.body].map((schema) => shapeOf(schema, 'input'));
    return canonical([method, path, access, upload, bodyAs, answer, ...shapes, shapeOf(call.data, 'output')]);
  });
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}

function shapeOf(schema: z.ZodType | undefined, io: 'input' | 'output'): unknown {
  if (schema === undefined || schema instanceof z.ZodUndefined || schema instanceof z.ZodVoid) return null;
  return z.toJSONSchema(schema, { io });
}

/** JSON text that is equal for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown): unknown => {
    if (Array.isArray(inner)) return key === 'required' ? (inner as unknown[]).toSorted() : (inner as unknown[]);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
