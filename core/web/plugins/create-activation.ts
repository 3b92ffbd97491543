import { runInAction } from 'mobx';

import type { WebPlugin } from '../define-web.ts';
import type { LoadedCode } from './outside-half.ts';
import { webFileOf } from './plugin-file.ts';
import type { Ending } from './create-ending.ts';
import type { Lives } from './create-lives.ts';
import type { EnsurePartners } from './create-partners.ts';
import { inTime, LateActivation } from './in-time.ts';
import { setState, type Life } from './life.ts';
import { LoadFailure } from './load-failure.ts';
import type { PluginsOptions } from './plugins-options.ts';
import { PluginUnavailable, type ActivePlugin, type FaultPhase } from './plugins.ts';

/** What activating takes beside the options. */
export interface ActivationDependencies {
  ensurePartners: EnsurePartners;
  close: Ending['close'];
  rest: Lives['rest'];
}

/** Activates a plugin that does not run; `trigger` is what asked for it. */
export type Start = (life: Life, trigger: string) => Promise<ActivePlugin>;

/** Makes what activates plugins. */
export function createActivation(
  options: Omit<PluginsOptions, 'loadIndex' | 'letGo'>,
  { ensurePartners, close, rest }: ActivationDependencies,
): Start {
  const { loadCode, loadTexts, open, measure, onFault, reports } = options;

  async function activate(life: Life): Promise<ActivePlugin> {
    const { id } = life;
    const { entry } = life.record;
    const { given } = life;
    let phase: FaultPhase = 'import';
    try {
      const [code] = await Promise.all([
        measure(id, 'import', () => loadCode(given)),
        loadTexts(id),
        ensurePartners(id, entry.manifest),
      ]);
      phase = 'activate';
      const web = checkCode(id, code);
      if (life.unwanted) throw new PluginUnavailable(id, 'stopped');
      const { context } = await measure(id, 'activate', async () => {
        const opened = open(entry, { ...code, default: web });
        life.opened = opened;
        await inTime(id, async () => web.activate?.(opened.context));
        opened.proveProvided();
        return opened;
      });
      if (life.unwanted) throw new PluginUnavailable(id, 'stopped');
      life.attempts = 0;
      life.active = Object.freeze({ id, context, web });
      setState(life, { name: 'active' });
      if (entry.source !== undefined) reports?.active(entry);
      return life.active;
    } catch (error) {
      const { opened } = life;
      life.opened = null;
      if (opened !== null) await close(life, opened);
      if (life.unwanted) {
        rest(life);
        throw new PluginUnavailable(id, 'stopped', error);
      }
      if (error instanceof LoadFailure) ({ phase } = error);
      life.attempts += 1;
      life.meter.add();
      setState(life, { name: 'failed', phase, attempts: life.attempts, error, quarantined: life.meter.isFull() });
      onFault(id, phase, error);
      if (entry.source !== undefined) reports?.fault(entry, phase, error);
      throw error;
    }
  }

  return (life, trigger) => {
    life.unwanted = false;
    life.activatedAs = life.record.entry;
    const run = async (): Promise<ActivePlugin> => {
      if (life.ending !== null) await life.ending;
      runInAction(() => {
        life.record.activatedBy = trigger;
        setState(life, { name: 'loading' });
      });
      try {
        return await activate(life);
      } catch (error) {
        if (!isWorthAnotherTry(life)) throw error;
        setState(life, { name: 'loading' });
        return activate(life);
      }
    };
    // A rejected flight is dropped, so that the next one tries anew.
    life.flight = run().finally(() => {
      life.flight = null;
    });
    return life.flight;
  };
}

/** What a browser half default-exports. @throws TypeError when that is no browser half */
function checkCode(id: string, code: Partial<LoadedCode> | undefined): WebPlugin {
  const web = code?.default;
  if (typeof web !== 'object' || web === null) {
    throw new TypeError(`${webFileOf(id)} must default-export defineWeb({ … })`);
  }
  return web;
}

/** A plugin from outside that failed for the first time is tried once more by itself. */
function isWorthAnotherTry({ record, attempts, unwanted }: Life): boolean {
  const { state } = record;
  if (state.name !== 'failed' || state.error instanceof LateActivation) return false;
  return record.entry.source !== undefined && attempts === 1 && !unwanted;
}
