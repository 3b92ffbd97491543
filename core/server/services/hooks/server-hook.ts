import type { z } from 'zod';

import type { Tx } from '#core/server/ground/database/database.ts';

/** Something that happens on the server and that plugins may be told of, with the shape of what they are told. */
export interface ServerHook<T = unknown> {
  /** With the major: `materials.ready@1`. */
  readonly name: string;
  /** The id of the plugin that fires it; the kernel's own begin with another word. */
  readonly owner: string;
  readonly payload: z.ZodType<T>;
}

const NAME = /^[a-z][a-z0-9-]{1,39}(\.[a-z][a-z0-9-]*)+$/;

/**
 * Declares a hook. The plugin's `server/api.ts` exports it, and its server half lists it under `fires`.
 * @param name the plugin's id, a dot and what has happened: `materials.ready`
 * @param major increases when the payload changes incompatibly
 * @param payload plain JSON; ids rather than copies, because it is read later
 * @throws TypeError for another name or major
 * @example export const materialReady = serverHook('materials.ready', 1, z.object({ id: z.uuid() }));
 */
export function serverHook<T>(name: string, major: number, payload: z.ZodType<T>): ServerHook<T> {
  if (!NAME.test(name)) {
    throw new TypeError(
      `serverHook("${name}"): name it after its plugin: "<plugin>.<word>", such as "materials.ready"`,
    );
  }
  if (!Number.isInteger(major) || major < 1) {
    throw new TypeError(`serverHook("${name}"): the major must be a whole number from 1, got ${major}`);
  }
  return Object.freeze({ name: `${name}@${major}`, owner: name.slice(0, name.indexOf('.')), payload });
}

/** One telling of one subscriber. */
export interface HookDelivery<T = unknown> {
  /** The same when it is delivered again after a failure or a crash. */
  id: string;
  /** The account that it happened in. */
  accountId: string;
  data: T;
  /** Aborted when the worker stops. */
  signal: AbortSignal;
  /**
   * Runs `publish` in the transaction that ends the delivery, so that what it writes is written once. Without it the
   * delivery ends when the handler returns.
   * @returns false when another worker has taken the delivery over; nothing was written then
   */
  complete(publish?: (tx: Tx) => Promise<void>): Promise<boolean>;
}

/** Who is told of a hook, and what is done then. */
export interface Subscription {
  readonly hook: ServerHook;
  handle(delivery: HookDelivery): Promise<void>;
}

/**
 * Subscribes to a hook. The handler runs in a worker after the transaction has been committed, at least once for each
 * firing; when it throws, it is tried again up to ten times within ten minutes, whatever other subscribers do.
 * @example hooks: () => [onHook(materialReady, async ({ accountId, data }) => look(accountId, data.id))],
 */
export function onHook<T>(hook: ServerHook<T>, handle: (delivery: HookDelivery<T>) => Promise<void>): Subscription {
  // The data is parsed by the hook's own schema before it is handed over.
  return Object.freeze({ hook, handle: (delivery: HookDelivery) => handle(delivery as HookDelivery<T>) });
}
