import { reaction } from 'mobx';

import type { Boot } from '#core/contract/boot.ts';
import type { Envelope } from '#core/contract/envelope.ts';
import { wholeEntry, type LeanEntry } from '#core/contract/lean-index.ts';
import { BOOT } from '#core/web/boot.ts';
import { createServices } from '#core/web/compose/create-services.ts';
import type { WebPlugin } from '#core/web/define-web.ts';
import { createPageClosing, prepareAsking } from '#core/web/page-closing/create-page-closing.ts';
import { PAGE_CLOSING } from '#core/web/page-closing/page-closing.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { createI18n, fetchTexts, fetchTextsAt, LANGUAGE_KEY } from '#core/web/i18n/create-i18n.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { createPluginLog } from '#core/web/kernel/plugin-log.ts';
import { service } from '#core/web/service.ts';
import { createPluginSources, PLUGIN_SOURCES } from '#core/web/plugins/plugin-sources.ts';
import { PLUGIN_ADMIN } from '#core/web/plugins/plugin-admin.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { createRouter, type RouterService } from '#core/web/router/create-router.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { SESSION } from '#core/web/session/session.ts';
import { STORAGE } from '#core/web/storage/storage.ts';
import { createTheme } from '#core/web/theme/create-theme.ts';
import { THEME } from '#core/web/theme/theme.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import type { Token } from '#core/web/token.ts';
import { createWhy } from '#core/web/why/create-why.ts';
import { WHY } from '#core/web/why/why.ts';

import { createPluginAdmin } from './create-plugin-admin.ts';
import { createIndexWatch, type IndexWatch } from './index-watch.ts';
import { createMenu, MENU } from './menu/menu.ts';
import { createUpdates, UPDATES } from './notices/updates.ts';
import { createOutside } from './outside.ts';
import { SHELL_STATE, ShellState } from './rail/ShellState.ts';

/** The router, including the methods reserved for the shell. */
export const ROUTER_SERVICE = ROUTER as Token<RouterService>;

/** The index as the server sends it. */
interface WireIndex {
  plugins: LeanEntry[];
  build: string;
}

const INDEX_MILLISECONDS = 30_000;

export interface ComposeOptions {
  boot: Boot;
  /** Loads the code of a plugin's browser half. */
  loadCode(plugin: string): Promise<{ default: WebPlugin }>;
}

/** The only request of the start page: made without the HTTP client, which is a chunk of its own. */
async function readIndex(token: string | null): Promise<WireIndex> {
  const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch('/api/plugins', { headers, signal: AbortSignal.timeout(INDEX_MILLISECONDS) });
  if (!answer.ok) throw new Error(`the plugin index: status ${answer.status}`);
  // The server's answers conform to the call's schema.
  return ((await answer.json()) as Envelope<WireIndex>).data;
}

/** The parts of a page. */
export interface Composed {
  kernel: Kernel;
  index: IndexWatch;
}

/** Creates the kernel of a page from its parts. Nothing is loaded yet. */
export function compose({ boot, loadCode }: ComposeOptions): Composed {
  const log = createPluginLog('shell');
  let { plugins } = boot;
  const fetchOwn = fetchTextsAt(boot.textsHash);
  const outside = createOutside(() => kernel);
  const index = createIndexWatch({ plugins: () => kernel.plugins, token: () => kernel.get(SESSION).token });
  const kernel: Kernel = createKernel({
    services: [
      ...createServices(),
      service(BOOT, () => boot),
      service(THEME, () => createTheme()),
      service(MENU, createMenu),
      service(SHELL_STATE, (get) => new ShellState(get(STORAGE))),
      service(UPDATES, () => createUpdates(boot.build)),
      service(I18N, (get) => {
        const i18n = createI18n({
          language: boot.language,
          texts: boot.texts,
          fetchTexts: async (language, namespace) => {
            const entry = get(PLUGINS).find(namespace)?.entry;
            if (entry?.source === undefined) return await fetchOwn(language, namespace);
            const { texts } = await get(PLUGIN_SOURCES).of(entry);
            return await fetchTexts(texts[language]);
          },
          revisionOf: (namespace) => get(PLUGINS).find(namespace)?.entry.source?.revision,
          remember: (language) => get(STORAGE).write(LANGUAGE_KEY, language),
        });
        // Menus need the titles of plugins whose texts are not loaded, in the current language.
        reaction(
          () => [i18n.language, get(PLUGINS).list.map(({ entry }) => entry)] as const,
          ([language, all]) => {
            for (const { texts, source } of all) {
              // The texts of an external plugin change with its version.
              if (texts !== undefined) i18n.add(language, texts[language], source !== undefined);
            }
          },
          { fireImmediately: true },
        );
        return i18n;
      }),
      service(ROUTER, (get) =>
        createRouter({
          plugins: get(PLUGINS),
          session: get(SESSION),
          isIndexSettled: () => index.isSettled(),
          indexSettled: () => index.settled(),
          askLogin: (onLogin) =>
            void get(DIALOGS)
              .open('account/login', onLogin === undefined ? {} : { onLogin })
              .catch((error: unknown) => log.error('the login could not be shown', error)),
          closeLogin: () => get(DIALOGS).close('account/login'),
          tellFailedLogin: () =>
            get(TOASTS).show({ kind: 'error', key: 'guard', text: () => get(I18N).t('shell:guard.failed') }),
          tellUnknown: () =>
            get(TOASTS).show({ kind: 'info', key: 'guard', text: () => get(I18N).t('shell:guard.unknown') }),
          confirmLoss: () =>
            get(DIALOGS).confirm({
              title: 'shell:leave.title',
              text: 'shell:leave.text',
              confirm: 'shell:leave.confirm',
              cancel: 'shell:leave.cancel',
              destructive: true,
            }),
          prepareAsking,
        }),
      ),
      service(PLUGIN_SOURCES, (get) => createPluginSources(() => get(SESSION).token)),
      service(WHY, createWhy),
      service(PLUGIN_ADMIN, (get) => createPluginAdmin(get)),
      service(PAGE_CLOSING, (get) =>
        createPageClosing({
          router: () => get(ROUTER_SERVICE),
          dialogs: () => get(DIALOGS),
          toasts: () => get(TOASTS),
          i18n: () => get(I18N),
          session: () => get(SESSION),
        }),
      ),
    ],
    async loadIndex(get) {
      const { token } = get(SESSION);
      // The index that the server wrote into the page is as good as its answer, once.
      const written = token === null ? plugins : undefined;
      plugins = undefined;
      if (written !== undefined) return { plugins: written.map(wholeEntry), build: boot.build };
      const read = await readIndex(token);
      get(UPDATES).saw(read.build);
      return { ...read, plugins: read.plugins.map(wholeEntry) };
    },
    closePages: (shutdown, get) => get(PAGE_CLOSING).closePages(shutdown),
    loadCode: (entry) => (entry.source === undefined ? loadCode(entry.manifest.id) : outside.loadCode(entry)),
    reports: outside.reports,
  });
  return { kernel, index };
}
