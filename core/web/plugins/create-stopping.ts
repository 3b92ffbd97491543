import type { PluginRuntimes } from './plugin-runtimes.ts';
import { setLeaving, setState, type PluginRuntime } from './plugin-runtime.ts';
import type { OpenedPlugin, PluginsOptions } from './plugins-options.ts';
import type { ShutdownReason, PluginState } from './plugins.ts';

/** Stops plugins. */
export interface Stopping {
  /** Disposes a plugin's container and scope. */
  close(runtime: PluginRuntime, opened: OpenedPlugin): Promise<void>;
  /** Stops a plugin, even while it is loading. @param after its new state; by default the one that the index gives */
  end(runtime: PluginRuntime, after?: PluginState): Promise<void>;
}

/** Creates the {@link Stopping}. */
export function createStopping(
  { measure, onFault }: Pick<PluginsOptions, 'measure' | 'onFault'>,
  { rest }: Pick<PluginRuntimes, 'rest'>,
): Stopping {
  async function close(runtime: PluginRuntime, opened: OpenedPlugin): Promise<void> {
    const faults = await measure(runtime.id, 'dispose', () => opened.close());
    for (const { error } of faults) onFault(runtime.id, 'dispose', error);
  }

  return {
    close,
    end(runtime, after) {
      if (runtime.ending !== null) return runtime.ending;
      if (runtime.active === null && runtime.flight !== null) {
        runtime.unwanted = true;
        return runtime.flight.then(
          () => undefined,
          () => undefined,
        );
      }
      const { opened } = runtime;
      if (opened === null) return Promise.resolve();
      setState(runtime, { name: 'stopping' });
      const run = async (): Promise<void> => {
        await close(runtime, opened);
        runtime.opened = null;
        runtime.active = null;
        runtime.ending = null;
        runtime.shutdown = null;
        rest(runtime, after);
      };
      runtime.ending = run();
      return runtime.ending;
    },
  };
}

/**
 * Stops a running plugin once its pages have been closed, or cancels that.
 * @param why null when it may keep running
 * @returns a promise for the stop; undefined while the plugin keeps running
 */
export type ShutDown = (runtime: PluginRuntime, why: ShutdownReason | null) => Promise<void> | undefined;

/** Creates the {@link ShutDown}. */
export function createShutdown(
  { closePages = () => undefined }: Pick<PluginsOptions, 'closePages'>,
  { end }: Pick<Stopping, 'end'>,
): ShutDown {
  function callOff(runtime: PluginRuntime, reason: ShutdownReason | 'stays'): void {
    const { shutdown } = runtime;
    runtime.shutdown = null;
    setLeaving(runtime, undefined);
    shutdown?.stay.abort(reason);
  }

  return (runtime, why) => {
    if (runtime.shutdown?.why === why) return undefined;
    callOff(runtime, why === null ? 'stays' : why);
    if (why === null) return undefined;
    if (runtime.active === null || runtime.ending !== null || why === 'session') return end(runtime);
    const stay = new AbortController();
    const closed = closePages({ plugin: runtime.id, why, entry: runtime.activatedAs, signal: stay.signal });
    if (closed === undefined) return end(runtime);
    const shutdown = { why, stay };
    runtime.shutdown = shutdown;
    setLeaving(runtime, why);
    const stop = (): void => {
      if (runtime.shutdown === shutdown) void end(runtime);
    };
    void closed.then(stop, stop);
    return undefined;
  };
}
