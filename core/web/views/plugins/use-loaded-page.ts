import { startTransition, useEffect, useState, type ComponentType } from 'react';

import type { Kernel } from '#core/web/kernel/kernel.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';

import { webFileOf } from '#core/web/plugins/plugin-file.ts';
import { PluginUnavailable, type ActivePlugin, type PluginState } from '#core/web/plugins/plugins.ts';

/** A page whose plugin is active and whose code is loaded. */
export interface LoadedPage {
  active: ActivePlugin;
  name: string;
  Page: ComponentType;
}

/** The loading state of a page. */
export type PageProgress =
  | { name: 'loading' }
  | { name: 'shown'; loaded: LoadedPage }
  | { name: 'failed'; error: unknown; retry(): void };

/**
 * Activates a plugin for one of its pages and loads the page; again when the plugin stopped and may come back.
 * @param state the plugin's current state
 * @param isPublic whether the page may be seen although the plugin is blocked
 */
export function useLoadedPage(
  plugin: string,
  page: string,
  state: PluginState['name'] | undefined,
  isPublic: boolean,
): PageProgress {
  const kernel = useKernel();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<LoadedPage | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const mayAsk = state !== 'stopping' && state !== 'failed' && (state !== 'blocked' || isPublic);

  useEffect(() => {
    // Returning to a failed plugin tries it again, unless it is quarantined; its state shows the result.
    if (kernel.plugins.find(plugin)?.state.name === 'failed') void ask(kernel, plugin, page).catch(() => undefined);
  }, [kernel, plugin, page]);

  useEffect(() => {
    if (!mayAsk) return undefined;
    let isHere = true;
    setFailure(null);
    loadPage(kernel, plugin, page).then(
      (result) => {
        if (!isHere) return;
        // Drawn in slices: a whole page in one piece would keep the browser from answering.
        startTransition(() =>
          setLoaded((before) => (before?.active === result.active && before.Page === result.Page ? before : result)),
        );
      },
      (error: unknown) => {
        // A newer attempt gets the same fault, which should count once.
        if (!isHere) return;
        const fault = error instanceof PageFault ? error.fault : error;
        if (error instanceof PageFault) kernel.plugins.report(plugin, 'import', fault);
        if (!isStopped(fault)) setFailure({ error: fault });
      },
    );
    return () => {
      isHere = false;
    };
  }, [kernel, plugin, page, mayAsk, state, attempt]);

  if (failure !== null && mayAsk) {
    return { name: 'failed', error: failure.error, retry: () => setAttempt((number) => number + 1) };
  }
  const isCurrent = loaded !== null && loaded.name === page && !loaded.active.context.signal.aborted;
  return isCurrent && state === 'active' ? { name: 'shown', loaded } : { name: 'loading' };
}

function ask(kernel: Kernel, plugin: string, page: string): Promise<ActivePlugin> {
  return kernel.plugins.ensure(plugin, `route:${page}`);
}

async function loadPage(kernel: Kernel, plugin: string, page: string): Promise<LoadedPage> {
  const active = await ask(kernel, plugin, page);
  const load = active.web.pages?.[page];
  if (load === undefined) throw new TypeError(`${webFileOf(plugin)}: add "${page}" to pages`);
  try {
    const { default: Page } = await load();
    if (Page === undefined) throw new TypeError(`page "${page}" of "${plugin}": its file must default-export it`);
    return { active, name: page, Page };
  } catch (error) {
    throw new PageFault(error);
  }
}

/** The code of a page failed to load, or exports no component. */
class PageFault extends Error {
  readonly fault: unknown;

  constructor(fault: unknown) {
    super('a page could not be loaded');
    this.fault = fault;
  }
}

function isStopped(error: unknown): boolean {
  return error instanceof PluginUnavailable && error.reason === 'stopped';
}
