import { ExpectedError, fail } from '#core/contract/errors.ts';

import type { HalfGuard } from './guard-half.ts';
import type { Provision } from './server-token.ts';

/** {@link HalfGuard} for what a half offers to other halves. */
export interface ProvisionGuard extends HalfGuard {
  id: string;
  /** Whether the half serves now. */
  isUp(): boolean;
}

/**
 * Wraps what a half from outside offers: an error that it does not expect is its own fault, and reaches who called as
 * the expected `core:plugin.service-fault` (503). While the half does not serve, calls of what somebody still holds
 * throw the expected `core:plugin.service-off` (503).
 */
export function guardProvision({ token, implementation }: Provision, guard: ProvisionGuard): Provision {
  return { token, implementation: guarded(implementation, guard) };
}

function guarded(implementation: object, guard: ProvisionGuard): object {
  const methods = new Map<unknown, unknown>();

  function refuse(error: unknown): never {
    if (error instanceof ExpectedError) throw error;
    guard.fault(error, 'service');
    return fail('core:plugin.service-fault', { plugin: guard.id }, { kind: 'unavailable', cause: error });
  }

  const wrap =
    (method: (...values: unknown[]) => unknown) =>
    (...values: unknown[]) => {
      if (!guard.isUp()) fail('core:plugin.service-off', { plugin: guard.id }, { kind: 'unavailable' });
      try {
        const answer = guard.within(() => Reflect.apply(method, implementation, values));
        return isThenable(answer) ? Promise.resolve(answer).catch(refuse) : answer;
      } catch (error) {
        return refuse(error);
      }
    };

  // An empty target, because what is frozen could not be answered in another form.
  return new Proxy(Object.create(null) as object, {
    get(_target, key) {
      const value: unknown = Reflect.get(implementation, key);
      if (typeof value !== 'function') return value;
      const known = methods.get(value) ?? wrap(value as (...values: unknown[]) => unknown);
      methods.set(value, known);
      return known;
    },
    has: (_target, key) => Reflect.has(implementation, key),
    set: () => false,
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
