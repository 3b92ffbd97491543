import { fail } from '#core/contract/errors.ts';
import type { ProviderKind } from '#core/contract/provider-kinds.ts';

import type { OpenAdapter } from './open-adapters.ts';
import type { AdapterHealth } from '../provider-admin.ts';

/** Milliseconds that a look may take. */
const LIMIT = 10_000;

/** Looks whether an adapter can be used: opens it, asks what it can do, and has it ask its service. */
export async function checkAdapter(open: OpenAdapter, kind: ProviderKind, id: string): Promise<AdapterHealth> {
  const began = performance.now();
  const seen: Pick<AdapterHealth, 'probed' | 'languages' | 'granted'> = { probed: false, languages: null, granted: {} };
  try {
    await inTime(id, async (signal) => {
      const { provider } = await open(kind, id);
      seen.probed = provider.probe !== undefined;
      const report = await provider.probe?.(signal);
      if (report) seen.granted = report.granted ?? {};
      seen.languages = await languagesOf(provider as KnowsLanguages);
    });
    return { ...seen, problem: null, milliseconds: Math.round(performance.now() - began) };
  } catch (error) {
    return { ...seen, problem: { error }, milliseconds: Math.round(performance.now() - began) };
  }
}

/** What ports that know languages have for it. */
interface KnowsLanguages {
  languages?(): Promise<readonly string[]>;
  pairs?(): Promise<readonly { to: readonly string[] }[]>;
}

async function languagesOf(port: KnowsLanguages): Promise<readonly string[] | null> {
  if (port.pairs !== undefined) return [...new Set((await port.pairs()).flatMap(({ to }) => to))];
  return (await port.languages?.()) ?? null;
}

async function inTime(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const limit = AbortSignal.timeout(LIMIT);
  const { promise: late, reject } = Promise.withResolvers<never>();
  limit.addEventListener('abort', () => reject(limit.reason));
  await Promise.race([work(limit), late]).catch((error: unknown) => {
    if (!limit.aborted) throw error;
    fail('core:provider.silent', { provider: id, seconds: LIMIT / 1000 }, { kind: 'unavailable', cause: error });
  });
}
