import { onReactionError } from 'mobx';

import { HttpFailure } from '../http/http.ts';
import { I18N } from '../i18n/i18n.ts';
import type { PluginLog } from '../plugin-context.ts';
import { PluginUnavailable, type FaultPhase, type Plugins } from '../plugins/plugins.ts';
import { TOASTS } from '../toasts/toasts.ts';
import type { Token } from '../token.ts';
import type { Faults } from './faults.ts';
import { pluginOfStack } from '../trace/plugin-of-stack.ts';
import { pluginTitle } from './plugin-title.ts';

/** What finding and reporting a faulty plugin depends on. */
export interface FaultsOptions {
  plugins: Plugins;
  tryGet<T>(token: Token<T>): T | undefined;
  log: PluginLog;
}

/** Events that users trigger. */
const USER_EVENTS = [
  ...['click', 'dblclick', 'auxclick', 'contextmenu', 'input', 'change', 'submit', 'keydown', 'keyup'],
  ...['pointerdown', 'pointerup', 'pointermove', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'wheel'],
  ...['dragstart', 'dragover', 'dragend', 'drop', 'paste', 'copy', 'cut', 'focusin', 'focusout'],
];

/** Creates the {@link Faults} of a kernel. */
export function createFaults({ plugins, tryGet, log }: FaultsOptions): Faults {
  const taken = new WeakSet<object>();

  function tell(plugin: string): void {
    const i18n = tryGet(I18N);
    if (i18n === undefined) return;
    const text = i18n.t('shell:plugin-fault', { plugin: pluginTitle(plugins, i18n, plugin) });
    tryGet(TOASTS)?.show({ kind: 'error', text, key: `plugin-fault:${plugin}`, throttle: 3000 });
  }

  function take(plugin: string, phase: FaultPhase, error: unknown): void {
    if (isNoFault(error)) return;
    if (typeof error === 'object' && error !== null) {
      if (taken.has(error)) return;
      taken.add(error);
    }
    plugins.report(plugin, phase, error);
    tell(plugin);
  }

  /** @returns whether it was attributed to a plugin, or is not worth reporting */
  function takeByStack(phase: FaultPhase, error: unknown, within?: string): boolean {
    if (isNoFault(error)) return true;
    const ids = plugins.list.map(({ entry }) => entry.manifest.id);
    const plugin = within ?? pluginOfStack(error instanceof Error ? error.stack : undefined, ids);
    if (plugin === undefined) return false;
    take(plugin, phase, error);
    return true;
  }

  return {
    take,
    guard(plugin, run) {
      try {
        const done = run();
        if (done !== undefined) void done.catch((error: unknown) => take(plugin, 'promise', error));
      } catch (error) {
        take(plugin, 'handler', error);
      }
    },
    watch(target) {
      let handled: Event | null = null;
      const note = (event: Event): void => {
        handled = event;
      };
      const onError = (event: ErrorEvent): void => {
        const within = handled === null ? undefined : pluginOfEvent(handled);
        if (takeByStack(within === undefined ? 'promise' : 'handler', event.error, within)) event.preventDefault();
      };
      const onRejection = (event: PromiseRejectionEvent): void => {
        if (takeByStack('promise', event.reason)) event.preventDefault();
      };
      for (const type of USER_EVENTS) target.addEventListener(type, note, { capture: true, passive: true });
      target.addEventListener('error', onError);
      target.addEventListener('unhandledrejection', onRejection);
      const stopReactions = onReactionError((error) => {
        if (!takeByStack('effect', error)) log.error('a reaction failed', error);
      });
      return () => {
        for (const type of USER_EVENTS) target.removeEventListener(type, note, { capture: true });
        target.removeEventListener('error', onError);
        target.removeEventListener('unhandledrejection', onRejection);
        stopReactions();
      };
    },
  };
}

/** Failed calls are reported by the error catalogue, and a cancelled or stopped operation is not a fault. */
function isNoFault(error: unknown): boolean {
  if (error instanceof HttpFailure || error instanceof PluginUnavailable) return true;
  return error instanceof Error && error.name === 'AbortError';
}

/** The plugin whose part of the page an event is being handled in right now. */
function pluginOfEvent(event: Event): string | undefined {
  if (event.eventPhase === Event.NONE) return undefined;
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return undefined;
  return target.closest('[data-plugin]')?.getAttribute('data-plugin') ?? undefined;
}
