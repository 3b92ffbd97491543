import { createHash } from 'node:crypto';

import { z } from 'zod';

import { callKey, type CallHashes } from '#core/contract/call-hashes.ts';
import type { Call } from '#core/contract/call.ts';

/** What a hash of a call covers. */
export type HashedCall = Pick<
  Call,
  'method' | 'path' | 'access' | 'upload' | 'bodyAs' | 'answer' | 'params' | 'query' | 'body' | 'data'
>;

/** Letters of a hash of one call: it tells two apart, and proves nothing. */
const LETTERS = 20;

/**
 * The hash of a call. It covers method, path, access and schemas; the order of fields and the summary do not matter.
 * @throws Error for a schema that JSON Schema cannot express, such as a date
 */
export function callHash(call: HashedCall): string {
  return sha256(lineOf(call)).slice(0, LETTERS);
}

/** The hash of each call of a plugin, by its key. @throws as {@link callHash} */
export function callHashes(calls: Readonly<Record<string, HashedCall>>): CallHashes {
  return Object.fromEntries(Object.values(calls).map((call) => [callKey(call), callHash(call)]));
}

/**
 * One hash of all calls that both halves of a plugin share, in any order and under any names, as packages of earlier
 * versions have it.
 * @throws as {@link callHash}
 */
export function callsHash(calls: Readonly<Record<string, HashedCall>>): string {
  return sha256(Object.values(calls).map(lineOf).toSorted().join('\n'));
}

function lineOf(call: HashedCall): string {
  const { method, path, access, upload = false, bodyAs = null, answer = 'envelope' } = call;
  const shapes = [call.params, call.query, call.body].map((schema) => shapeOf(schema, 'input'));
  return canonical([method, path, access, upload, bodyAs, answer, ...shapes, shapeOf(call.data, 'output')]);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
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
