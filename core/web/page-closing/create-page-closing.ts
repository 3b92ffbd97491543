import { action, observable, when } from 'mobx';

import { decide, type GateSession } from '#core/contract/decide.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { Dialogs } from '../dialogs/dialogs.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { PluginShutdown } from '../plugins/plugins.ts';
import type { RouterService } from '../router/create-router.ts';
import { WORKBENCH } from '../router/navigation-guard.ts';
import type { UnsavedOptions } from '../router/router.ts';
import type { Toasts } from '../toasts/toasts.ts';
import type { PageClosing, ClosingAnswer, ClosingReason, KeptPage } from './page-closing.ts';

/** What page closing depends on. */
export interface PageClosingDependencies {
  router(): Pick<RouterService, 'route' | 'unsavedOf' | 'leave'>;
  dialogs(): Pick<Dialogs, 'show'>;
  toasts(): Pick<Toasts, 'show'>;
  i18n(): I18n;
  session(): GateSession;
}

const TOLD_MILLISECONDS = 6_000;

/** Preloads the dialogs, so that they can be shown even without a network. */
export function prepareAsking(): void {
  const loads = [
    import(/* webpackChunkName: "dialogs" */ './ClosingDialog.tsx'),
    import(/* webpackChunkName: "dialogs" */ '../views/dialogs/ConfirmDialog.tsx'),
    import('../views/dialogs/DialogHost.tsx'),
  ];
  // What fails to load now is fetched again when it is needed.
  void Promise.allSettled(loads);
}

/** Creates the {@link PageClosing} of a page. */
export function createPageClosing(dependencies: PageClosingDependencies): PageClosing {
  const { router, dialogs, toasts, i18n, session } = dependencies;
  const view = observable({ staying: null as KeptPage | null }, {}, { deep: false });
  const setStaying = action((staying: KeptPage | null) => {
    view.staying = staying;
  });

  const isShown = (plugin: string): boolean => router().route?.plugin === plugin;

  function tell(key: MessageKey, plugin: string, title: MessageKey, kind: 'info' | 'warning' | 'success'): void {
    const text = i18n().t(key, { plugin: i18n().t(title) });
    toasts().show({ kind, text, key: `gone:${plugin}`, duration: TOLD_MILLISECONDS });
  }

  /** Resolves when the plugin's page has been left. */
  async function left(plugin: string, signal: AbortSignal): Promise<void> {
    await when(() => !isShown(plugin), { signal });
    // React removes what was drawn before the plugin stops.
    await new Promise((drawn) => setTimeout(drawn));
  }

  /** Asks about unsaved work. @returns when the page is closed, or may be replaced in place */
  async function ask(
    { plugin, why, title, isKept }: { plugin: string; why: ClosingReason; title: MessageKey; isKept: boolean },
    unsaved: readonly UnsavedOptions[],
    signal: AbortSignal,
  ): Promise<void> {
    const rescues = unsaved.flatMap(({ rescue }) => rescue ?? []);
    const rescue = async (): Promise<void> => {
      const { saveBlob } = await import(/* webpackChunkName: "dialogs" */ '../save-blob.ts');
      for (const make of rescues) {
        const { name, blob } = await make();
        saveBlob(blob, name);
      }
    };
    const properties = { plugin: i18n().t(title), why, canRescue: rescues.length > 0, rescue, signal, i18n: i18n() };
    const answer = await dialogs().show<typeof properties, ClosingAnswer>(
      () => import(/* webpackChunkName: "dialogs" */ './ClosingDialog.tsx'),
      properties,
      {
        width: 480,
        compact: true,
        dismissible: false,
      },
    );
    if (signal.aborted) return;
    if (answer === 'close') {
      if (!isKept) await close(plugin, signal);
      return;
    }
    const ended = Promise.withResolvers<void>();
    const staying: KeptPage = {
      ...{ plugin, why, canRescue: rescues.length > 0, rescue },
      close: () => (isKept ? ended.resolve() : void router().leave(WORKBENCH)),
    };
    setStaying(staying);
    try {
      await Promise.race([left(plugin, signal), ended.promise]);
    } finally {
      if (view.staying === staying) setStaying(null);
    }
  }

  async function close(plugin: string, signal: AbortSignal): Promise<void> {
    // If the guard refuses the workbench too, the page itself says that its plugin is gone.
    if (await router().leave(WORKBENCH)) await left(plugin, signal);
  }

  async function goAway(
    shutdown: PluginShutdown,
    why: ClosingReason,
    unsaved: readonly UnsavedOptions[],
  ): Promise<void> {
    const { plugin, entry, signal } = shutdown;
    const title = entry.manifest.title as MessageKey;
    // The new index has not been applied yet.
    await Promise.resolve();
    const back = (): void => {
      if (signal.reason !== 'stays' || !isShown(plugin)) return;
      tell('shell:gone.back', plugin, title, 'success');
      for (const { resume } of unsaved) resume?.();
    };
    signal.addEventListener('abort', back, { once: true });
    try {
      if (unsaved.length > 0) {
        await ask({ plugin, why, title, isKept: shutdown.why !== 'gone' }, unsaved, signal);
      } else {
        await close(plugin, signal);
        tell(why, plugin, title, 'warning');
      }
    } finally {
      signal.removeEventListener('abort', back);
    }
  }

  return {
    get staying() {
      return view.staying;
    },
    closePages(shutdown) {
      const { plugin, why, entry, signal } = shutdown;
      // After a logout nobody is asked: someone else may be sitting there.
      if (!isShown(plugin) || session().roleCode === null) return undefined;
      // A locked page stays readable, unsaved work included.
      if (why === 'locked') return left(plugin, signal);
      const unsaved = router().unsavedOf(plugin);
      if (why === 'gone') {
        const isAllowed = decide(entry.manifest.gate, session()).allowed;
        return goAway(shutdown, isAllowed ? 'shell:gone.operator' : 'shell:gone.membership', unsaved);
      }
      const isOwnBuild = entry.source?.dev === true;
      if (unsaved.length === 0 || isOwnBuild) {
        if (why === 'updated' && !isOwnBuild) {
          tell('shell:gone.loaded', plugin, entry.manifest.title as MessageKey, 'info');
        }
        return undefined;
      }
      return goAway(shutdown, why === 'updated' ? 'shell:gone.updated' : 'shell:gone.blocked', unsaved);
    },
    async closePage({ plugin }, { entry }) {
      const title = entry.manifest.title as MessageKey;
      const unsaved = router().unsavedOf(plugin);
      const never = new AbortController().signal;
      if (unsaved.length > 0) await ask({ plugin, why: 'shell:gone.page', title, isKept: false }, unsaved, never);
      else if (await router().leave(WORKBENCH)) tell('shell:gone.page', plugin, title, 'warning');
    },
  };
}
