import type { Session } from '../session/session.ts';

/** What a plugin from outside may know of who is logged in. */
const FACTS = [
  ...(['state', 'displayName', 'roleCode', 'features', 'operator', 'level'] as const),
  ...(['isFree', 'isMainAccount', 'platforms', 'user'] as const),
] as const satisfies readonly (keyof Session)[];

/** No plain object: what stores hold of it is not carried over a build. */
class SessionFacts {}

/**
 * The session without the token, and without what logs in or out: facts, observable, that cannot be changed.
 */
export function sessionFacts(session: Session): Session {
  const view = new SessionFacts();
  const copies = new WeakMap<object, unknown>();
  for (const name of FACTS) {
    Object.defineProperty(view, name, {
      enumerable: true,
      get: () => frozen(session[name], copies),
    });
  }
  // Whoever is granted the session knows that the rest of its interface is not there.
  return Object.freeze(view) as Session;
}

/** A copy of data that nobody can change; one a value, so that it is the same as long as the value is. */
function frozen(value: unknown, copies: WeakMap<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let copy = copies.get(value);
  if (copy === undefined) {
    copy = Object.freeze(
      Array.isArray(value)
        ? value.map((item) => frozen(item, copies))
        : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, frozen(item, copies)])),
    );
    copies.set(value, copy);
  }
  return copy;
}
