import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import { isAbortError } from '#core/server/services/media/abort-error.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { HalfGuard } from './guard-half.ts';

type Run = <T>(work: () => T | Promise<T>) => Promise<T>;

/**
 * Wraps an adapter of a half from outside and all that it opens: failures of the service pass, anything else is a fault
 * of the half, and an expected failure for whoever asked.
 */
export function guardAdapter(adapter: ProviderAdapter, guard: HalfGuard): ProviderAdapter {
  const run: Run = async (work) => {
    try {
      return await guard.within(async () => await work());
    } catch (error) {
      if (error instanceof ExpectedError || error instanceof ProviderFailure || isAbortError(error)) throw error;
      guard.fault(error, 'provider');
      return fail('core:provider.failed', { provider: adapter.id }, { kind: 'unavailable', cause: error });
    }
  };
  return { ...adapter, open: (settings) => run(async () => guardPort(await adapter.open(settings), run)) };
}

/** All methods of a port are asynchronous; its other properties stay as they are. */
function guardPort<P>(port: P, run: Run): P {
  if (typeof port !== 'object' || port === null) throw new TypeError(`open must answer an object, got ${typeof port}`);
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => run(() => Reflect.apply(value, target, given) as unknown);
    },
  });
}
