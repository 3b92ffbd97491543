import { reaction, when } from 'mobx';

import { EVENTS, type Events } from '#core/web/events/events.ts';
import { FEATURE_GATE, type FeatureGate } from '#core/web/features/feature-gate.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { PLUGINS, type Plugins } from '#core/web/plugins/plugins.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { settingsOf, type PluginSettings } from '#core/web/settings/settings-of.ts';
import { STORAGE, type BrowserStorage } from '#core/web/storage/storage.ts';

import { MATERIALS } from '#plugins/materials/api.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { settings } from '#plugins/mixing/settings.ts';
import { previewDeaths } from '#plugins/mixing/web/preview/preview-deaths.ts';
import type { EditorTools } from './editor-tools.ts';
import type { EditorStore } from './EditorStore.ts';
import { keptCounts } from './kept-counts.ts';
import { libraryAccess } from './library-access.ts';

/** The address of a project’s editor. */
export const addressOf = (id: string): string => `/mixedCut/edit/${id}`;

/** Keeps the project that is edited while its page goes from one address to another. */
export class OpenProjects {
  private current: EditorStore | null = null;
  /** Those whose page was left with something unsaved, and what lets go of them. */
  private readonly left = new Map<EditorStore, () => void>();
  /** True while the page goes to the address of what it shows already: nothing is left by that. */
  private isSettling = false;
  private isLeft = true;
  readonly #settings: PluginSettings<typeof settings>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(FEATURE_GATE) private readonly features: FeatureGate,
    @inject(I18N) private readonly i18n: I18n,
    @inject(ROUTER) private readonly router: Router,
    @inject(STORAGE) private readonly storage: BrowserStorage,
    @inject(PLUGINS) private readonly plugins: Plugins,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.#settings = settingsOf(context, settings);
  }

  /**
   * The project of an address; a new one for null.
   * @param open makes the store; the page brings it, so that it is loaded with the page only
   */
  of(id: string | null, open: (id: string | null, tools: EditorTools) => EditorStore): EditorStore {
    const { current } = this;
    // The address follows a moment after the project was created.
    if (current !== null && (current.id === id || (id === null && this.isSettling))) return current;
    const back = this.takeBack(id);
    if (back !== undefined) {
      this.current = back;
      return back;
    }
    const { http, events, features, i18n } = this;
    const opened: EditorStore = open(id, {
      ...{ http, events, features, i18n },
      locked: () => this.context.locked,
      library: () => this.context.tryGet(MATERIALS),
      access: () => libraryAccess(this.plugins),
      freeOutputs: () => this.#settings.operator.freeOutputs,
      counts: keptCounts(this.storage),
      deaths: previewDeaths(this.storage),
      openLibrary: () => this.openLibrary(),
      settled: (settled) => void this.settle(opened, settled),
    });
    this.current = opened;
    return opened;
  }

  /**
   * While its page stands, whoever leaves with something that cannot be saved is asked. What is not saved by then is
   * kept and tried again until it is; whoever comes back finds it as it was.
   * @returns the page is left
   */
  hold(store: EditorStore): () => void {
    this.isLeft = false;
    const { saving } = store;
    const stopAsking = this.router.confirmLeaving(
      // What waits for its save is saved after the page was left as well, but not after mixing has stopped.
      (end) =>
        !this.isSettling &&
        (saving.state === 'failed' || saving.state === 'conflict' || (end === 'stopped' && saving.isUnsaved)),
      { rescue: () => Promise.resolve(fileOf(store.project)), resume: () => void saving.flush() },
    );
    // After an upgrade the user continues where they were.
    const stopFollowing = reaction(
      () => this.context.locked === null,
      (isOpen) => {
        if (!isOpen) return;
        void saving.flush();
        store.retry();
      },
    );
    const warn = (event: BeforeUnloadEvent): void => {
      if (saving.isUnsaved) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      void stopAsking();
      stopFollowing();
      this.isLeft = true;
      if (this.current === store) this.current = null;
      const stop = when(
        () => saving.state === 'saved',
        () => {
          this.left.delete(store);
          window.removeEventListener('beforeunload', warn);
          store.dispose();
        },
      );
      if (saving.state === 'saved') return;
      this.left.set(store, () => {
        stop();
        window.removeEventListener('beforeunload', warn);
      });
      void saving.flush();
    };
  }

  dispose(): void {
    this.current?.dispose();
    this.current = null;
    for (const [store, stop] of this.left) {
      stop();
      store.dispose();
    }
    this.left.clear();
  }

  private async openLibrary(): Promise<void> {
    const { plugins } = this;
    if (plugins.find('materials')?.state.name === 'failed') await plugins.retry('materials');
    else await plugins.ensure('materials', 'token:mixing');
  }

  /** One that was left before it could be saved. */
  private takeBack(id: string | null): EditorStore | undefined {
    const found = id === null ? undefined : [...this.left].find(([store]) => store.id === id);
    if (found === undefined) return undefined;
    const [store, stop] = found;
    stop();
    this.left.delete(store);
    return store;
  }

  private async settle(store: EditorStore, id: string): Promise<void> {
    if (this.current !== store || this.isLeft) return;
    this.isSettling = true;
    try {
      await this.router.go(addressOf(id), { replace: true });
    } finally {
      this.isSettling = false;
    }
  }
}

/** The project as a file, for users who can no longer save it. */
function fileOf(project: MixProject): { name: string; blob: Blob } {
  // What a name of a file may not hold anywhere.
  const name = project.name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim();
  const text = JSON.stringify({ format: 'reelport-mix-project', version: 1, project }, null, 2);
  return { name: `${name === '' ? 'mix' : name}.json`, blob: new Blob([text], { type: 'application/json' }) };
}
