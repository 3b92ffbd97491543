import { z } from 'zod';

import { matchRoute } from './match-route.ts';

/** Hashes of calls by {@link callKey}: two with the same hash take and answer the same. */
export const callHashesSchema = z.record(z.string(), z.string());
export type CallHashes = z.output<typeof callHashesSchema>;

/**
 * The calls that both halves of a plugin share; null without a server half. Packages built by earlier versions have one
 * hash of all calls together.
 */
export const ownCallsSchema = z.union([z.string(), callHashesSchema]).nullable();
export type OwnCalls = z.output<typeof ownCallsSchema>;

/** Names a call: `GET /api/p/brand-kit/kits/:id`. */
export function callKey({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

/**
 * The hash of the call that a request makes; undefined when it is none of them. Where several fit, the one with the
 * fewest parameters is meant, as on the server. Pure; runs on both sides.
 * @param path without the query
 */
export function hashOfRequest(calls: CallHashes, method: string, path: string): string | undefined {
  const fitting = Object.keys(calls).filter((key) => {
    const [verb, pattern = ''] = key.split(' ', 2);
    return verb === method.toUpperCase() && matchRoute(pattern, path) !== undefined;
  });
  const [key = ''] = fitting.toSorted((one, other) => one.split(':').length - other.split(':').length);
  return calls[key];
}

/** The calls, by key, that a browser half was built with and that its server half does not have alike. */
export function changedCalls(built: CallHashes, running: CallHashes): string[] {
  return Object.keys(built).filter((key) => built[key] !== running[key]);
}
