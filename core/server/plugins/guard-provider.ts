import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import type { ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import { isAbortError } from '#core/server/services/media/abort-error.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { checkAnswer } from './check-answer.ts';
import type { WorkGuard } from './guard-half.ts';
import { watchHang } from './hang-watch.ts';

/** @param name of the method that is called */
type Run = (name: string, given: readonly unknown[], work: () => unknown) => Promise<unknown>;

/** Services that somebody waits for answer within this time; others make things that take long. */
const QUICK_MILLISECONDS = 120_000;
const QUICK: readonly ProviderKind[] = ['speech', 'sms', 'qr-login', 'captcha', 'mail', 'payment'];

/**
 * Wraps an adapter of a half from outside and all that it opens: failures of the service pass, anything else, also an
 * answer that never comes or makes no sense, is a fault of the half, and an expected failure for whoever asked.
 */
export function guardAdapter(adapter: ProviderAdapter, guard: WorkGuard): ProviderAdapter {
  const { kind, id } = adapter;
  const milliseconds = QUICK.includes(kind)
    ? Math.min(QUICK_MILLISECONDS, guard.hangMilliseconds)
    : guard.hangMilliseconds;
  const run: Run = async (name, given, work) => {
    try {
      const answer = await guard.within(() => watchHang(`${name} of the service "${id}"`, { milliseconds }, work));
      return await checkAnswer(kind, name, given, answer);
    } catch (error) {
      if (error instanceof ExpectedError || error instanceof ProviderFailure || isAbortError(error)) throw error;
      guard.fault(error, 'provider');
      return fail('core:provider.failed', { provider: adapter.id }, { kind: 'unavailable', cause: error });
    }
  };
  const open: ProviderAdapter['open'] = async (settings) => {
    const port = await run('open', [settings], () => adapter.open(settings));
    return guardPort(port as Awaited<ReturnType<ProviderAdapter['open']>>, run);
  };
  return { ...adapter, open };
}

/** All methods of a port are asynchronous; its other properties stay as they are. */
function guardPort<P extends object>(port: P, run: Run): P {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => run(String(name), given, () => Reflect.apply(value, target, given) as unknown);
    },
  });
}
