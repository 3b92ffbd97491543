import type { Call } from '#core/contract/call.ts';

import type { CallRegistry } from './call-registry.ts';

/** A handler that a server half has registered, to be added to the server later. */
export interface RecordedRoute {
  call: Call;
  /** Adds it to a registry of the server. */
  register(registry: CallRegistry): void;
}

/**
 * Runs the function that registers a server half's routes, and records what it registers.
 * @param calls the half's declared calls, by export name
 * @param within runs each handler
 * @throws TypeError when a call has no handler or two, or a handler is for none of the calls
 */
export function recordRoutes(
  id: string,
  calls: Readonly<Record<string, Call>>,
  routes: ((registry: CallRegistry) => void) | undefined,
  within: <T>(work: () => T) => T,
): RecordedRoute[] {
  const recorded = new Map<Call, RecordedRoute>();
  let open = true;
  const add = (call: Call, register: RecordedRoute['register']) => {
    if (!open) throw new TypeError(`${id}: routes() must register its handlers before it returns`);
    const name = Object.entries(calls).find(([, declared]) => declared === call)?.[0];
    if (name === undefined) {
      throw new TypeError(`${id}: ${call.method} ${call.path} has a handler, but is none of its exported calls`);
    }
    if (recorded.has(call)) throw new TypeError(`${id}: ${name} (${call.method} ${call.path}) has two handlers`);
    recorded.set(call, { call, register });
  };
  routes?.({
    handle: (call, handler) =>
      add(call, (registry) => registry.handle(call, (input, context) => within(() => handler(input, context)))),
    stream: (call, handler) =>
      add(call, (registry) => registry.stream(call, (input, context) => within(() => handler(input, context)))),
  });
  open = false;
  for (const [name, call] of Object.entries(calls)) {
    if (recorded.has(call)) continue;
    throw new TypeError(
      `${id}: ${name} (${call.method} ${call.path}) has no handler; add calls.handle(${name}, …) to its routes`,
    );
  }
  return [...recorded.values()];
}
