import type { Session } from '../session/session.ts';

/** What an external plugin may know about the session. */
const FACTS = [
  ...(['state', 'displayName', 'roleCode', 'features', 'operator', 'level'] as const),
  ...(['isFree', 'isMainAccount', 'platforms', 'user'] as const),
] as const satisfies readonly (keyof Session)[];

/** Not a plain object, so that stores do not carry it over to a new build. */
class SessionFacts {}

/** The session without its token and without logging in or out: observable and read-only. */
export function sessionFacts(session: Session): Session {
  const view = new SessionFacts();
  const copies = new WeakMap<object, unknown>();
  for (const name of FACTS) {
    Object.defineProperty(view, name, {
      enumerable: true,
      get: () => frozen(session[name], copies),
    });
  }
  // Plugins that are granted the session know that the rest of its interface is missing.
  return Object.freeze(view) as Session;
}

/** A frozen copy; cached per value, so that its identity only changes with the value. */
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
