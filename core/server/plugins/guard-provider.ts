import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import type { ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import { isAbortError } from '#core/server/services/media/abort-error.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { checkAnswer, checkPort } from './check-answer.ts';
import type { WorkGuard } from './guard-half.ts';
import { watchHang, type Watched } from './hang-watch.ts';

/** A method that is called. */
interface Called {
  /** What has it. */
  port: object;
  name: string;
  given: readonly unknown[];
}
type Run = (called: Called, work: (given: readonly unknown[]) => unknown) => Promise<unknown>;

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
  const run: Run = async (called, work) => {
    try {
      return await guard.within(() =>
        watchHang(`${called.name} of the service "${id}"`, { milliseconds }, async (watched) => {
          const answer = await work(called.given.map((argument) => watchedArgument(argument, watched)));
          return await checkAnswer(kind, called, answer);
        }),
      );
    } catch (error) {
      if (error instanceof ExpectedError || error instanceof ProviderFailure || isAbortError(error)) throw error;
      guard.fault(error, 'provider');
      return fail('core:provider.failed', { provider: adapter.id }, { kind: 'unavailable', cause: error });
    }
  };
  const open: ProviderAdapter['open'] = async (settings) => {
    const port = await run({ port: adapter, name: 'open', given: [settings] }, async () =>
      checkPort(kind, await adapter.open(settings)),
    );
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
      return (...args: unknown[]) =>
        run(
          { port: target, name: String(name), given: args },
          (given) => Reflect.apply(value, target, given) as unknown,
        );
    },
  });
}

interface LongWork {
  signal?: unknown;
  onProgress?: unknown;
}

/** What a method is given to report progress and to be stopped: also a sign that it goes on, and stopped when it is given up. */
function watchedArgument(argument: unknown, { signal, alive }: Watched): unknown {
  if (argument instanceof AbortSignal) return AbortSignal.any([argument, signal]);
  if (typeof argument !== 'object' || argument === null || !('onProgress' in argument || 'signal' in argument)) {
    return argument;
  }
  const work: LongWork = argument;
  const { onProgress } = work;
  return {
    ...work,
    ...(work.signal instanceof AbortSignal ? { signal: AbortSignal.any([work.signal, signal]) } : {}),
    ...(typeof onProgress === 'function'
      ? {
          onProgress(...done: unknown[]) {
            alive();
            Reflect.apply(onProgress, argument, done);
          },
        }
      : {}),
  };
}
