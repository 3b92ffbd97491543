import { runInAction } from 'mobx';

import type { WebPlugin } from '../define-web.ts';
import type { LoadedCode } from './service-grants.ts';
import { webFileOf } from './plugin-file.ts';
import type { Stopping } from './create-stopping.ts';
import type { PluginRuntimes } from './plugin-runtimes.ts';
import type { EnsurePartners } from './create-partners.ts';
import { setState, type PluginRuntime } from './plugin-runtime.ts';
import { LoadFailure } from './load-failure.ts';
import type { PluginsOptions } from './plugins-options.ts';
import { PluginUnavailable, type ActivePlugin, type FaultPhase } from './plugins.ts';

const ACTIVATION_MILLISECONDS = 10_000;

/** `activate` did not finish in time; an automatic retry would only make the user wait again. */
class LateActivation extends Error {
  constructor(id: string) {
    super(`activate() of "${id}" did not end within ${ACTIVATION_MILLISECONDS / 1000} s`);
    this.name = 'LateActivation';
  }
}

/** What activation needs besides the options. */
export interface ActivationDependencies {
  ensurePartners: EnsurePartners;
  close: Stopping['close'];
  rest: PluginRuntimes['rest'];
}

/** Activates a plugin that is not running; `trigger` says what requested it. */
export type Start = (runtime: PluginRuntime, trigger: string) => Promise<ActivePlugin>;

/** Creates the function that activates plugins. */
export function createActivation(
  options: Omit<PluginsOptions, 'loadIndex' | 'closePages'>,
  { ensurePartners, close, rest }: ActivationDependencies,
): Start {
  const { loadCode, loadTexts, open, measure, onFault, reports } = options;

  async function activate(runtime: PluginRuntime): Promise<ActivePlugin> {
    const { id } = runtime;
    const { entry } = runtime.record;
    const { given } = runtime;
    let phase: FaultPhase = 'import';
    try {
      const [code] = await Promise.all([
        measure(id, 'import', () => loadCode(given)),
        loadTexts(id),
        ensurePartners(id, entry.manifest),
      ]);
      phase = 'activate';
      const web = checkCode(id, code);
      if (runtime.unwanted) throw new PluginUnavailable(id, 'stopped');
      const { context } = await measure(id, 'activate', async () => {
        const opened = open(entry, { ...code, default: web });
        runtime.opened = opened;
        await inTime(id, async () => web.activate?.(opened.context));
        opened.proveProvided();
        return opened;
      });
      if (runtime.unwanted) throw new PluginUnavailable(id, 'stopped');
      runtime.attempts = 0;
      runtime.active = Object.freeze({ id, context, web });
      setState(runtime, { name: 'active' });
      if (entry.source !== undefined) reports?.active(entry);
      return runtime.active;
    } catch (error) {
      const { opened } = runtime;
      runtime.opened = null;
      if (opened !== null) await close(runtime, opened);
      if (runtime.unwanted) {
        rest(runtime);
        throw new PluginUnavailable(id, 'stopped', error);
      }
      if (error instanceof LoadFailure) ({ phase } = error);
      runtime.attempts += 1;
      runtime.meter.add();
      setState(runtime, {
        name: 'failed',
        phase,
        attempts: runtime.attempts,
        error,
        quarantined: runtime.meter.isFull(),
      });
      onFault(id, phase, error);
      if (entry.source !== undefined) reports?.fault(entry, phase, error);
      throw error;
    }
  }

  return (runtime, trigger) => {
    runtime.unwanted = false;
    runtime.activatedAs = runtime.record.entry;
    const run = async (): Promise<ActivePlugin> => {
      if (runtime.ending !== null) await runtime.ending;
      runInAction(() => {
        runtime.record.activatedBy = trigger;
        setState(runtime, { name: 'loading' });
      });
      try {
        return await activate(runtime);
      } catch (error) {
        if (!isWorthAnotherTry(runtime)) throw error;
        setState(runtime, { name: 'loading' });
        return activate(runtime);
      }
    };
    // A failed activation is forgotten, so that the next one starts afresh.
    runtime.flight = run().finally(() => {
      runtime.flight = null;
    });
    return runtime.flight;
  };
}

/** Checks that the default export is a browser half. @throws TypeError if it is not */
function checkCode(id: string, code: Partial<LoadedCode> | undefined): WebPlugin {
  const web = code?.default;
  if (typeof web !== 'object' || web === null) {
    throw new TypeError(`${webFileOf(id)} must default-export defineWeb({ … })`);
  }
  return web;
}

/** Whether to retry automatically: an external plugin gets one more attempt after its first failure. */
function isWorthAnotherTry({ record, attempts, unwanted }: PluginRuntime): boolean {
  const { state } = record;
  if (state.name !== 'failed' || state.error instanceof LateActivation) return false;
  return record.entry.source !== undefined && attempts === 1 && !unwanted;
}

/** Runs a plugin's `activate`. @throws LateActivation when it does not finish in time */
async function inTime(id: string, run: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateActivation(id)), ACTIVATION_MILLISECONDS);
  });
  try {
    await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}
