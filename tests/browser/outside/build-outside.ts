import type { PluginEntry, PluginIndex, PluginSource } from '#core/contract/plugin-index.ts';
import type { PluginManifestInput } from '#core/contract/plugin.ts';
import { COMMANDS } from '#core/web/commands/commands.ts';
import { defineWeb, type WebPlugin } from '#core/web/define-web.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import type { LoadedCode } from '#core/web/plugins/service-grants.ts';
import { service } from '#core/web/service.ts';
import { grantedCode } from '#core/web/outside/granted-services.ts';
import { SESSION } from '#core/web/session/session.ts';
import { STORAGE } from '#core/web/storage/storage.ts';
import {
  buildEntry,
  buildSession,
  FakeI18n,
  FakeTheme,
  ListedCommands,
  MemoryStorage,
  RecordedDialogs,
  RecordedToasts,
  ScriptedHttp,
  SentEvents,
  type Answer,
} from '#core/web/testing/index.ts';
import { THEME } from '#core/web/theme/theme.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

export const INTEGRITY = `sha384-${'A'.repeat(64)}`;

/** Where a plugin comes from; it was granted nothing unless said otherwise. */
export function buildSource(overrides: Partial<PluginSource> = {}): PluginSource {
  return {
    web: { url: '/plugin-files/brand/1.0.0/web.mjs', integrity: INTEGRITY, bytes: 100 },
    styles: null,
    texts: { zh: '/plugin-files/brand/1.0.0/texts/zh.json', en: '/plugin-files/brand/1.0.0/texts/en.json' },
    requires: { exports: [], tokens: [], packages: {} },
    calls: null,
    grants: [],
    untrusted: false,
    revision: '1',
    dev: false,
    ...overrides,
  };
}

/** A plugin of a test; one from outside when it has a source. */
export interface Installed extends Partial<PluginManifestInput> {
  id: string;
  source?: PluginSource;
  state?: PluginEntry['state'];
  web?: WebPlugin;
  load?: () => Promise<LoadedCode>;
}

/** A kernel with real rules and services of tests, around plugins that may be changed: `now.plugins`, then `load()`. */
export function setUp(plugins: Installed[], answers: readonly Answer[] = []) {
  const now = { plugins };
  const toasts = new RecordedToasts();
  const http = new ScriptedHttp(answers, toasts);
  const session = buildSession();
  const i18n = new FakeI18n('en');
  const commands = new ListedCommands();
  const events = new SentEvents();
  const loads: string[] = [];
  const reports: string[] = [];
  const uses: string[] = [];
  const entryOf = ({ state, source, web: _web, load: _load, ...manifest }: Installed): PluginEntry => ({
    ...buildEntry(manifest, state),
    ...(source === undefined ? {} : { source }),
  });
  const kernel = createKernel({
    services: [
      service(I18N, () => i18n),
      service(TOASTS, () => toasts),
      service(HTTP, () => http),
      service(SESSION, () => session),
      service(THEME, () => new FakeTheme()),
      service(STORAGE, () => new MemoryStorage()),
      service(DIALOGS, () => new RecordedDialogs()),
      service(EVENTS, () => events),
      service(COMMANDS, () => commands),
    ],
    loadIndex: () => Promise.resolve<PluginIndex>({ plugins: now.plugins.map(entryOf), build: 'tests' }),
    async loadCode({ manifest: { id } }) {
      loads.push(id);
      const known = now.plugins.find((plugin) => plugin.id === id);
      if (known?.load !== undefined) return await known.load();
      const web = known?.web ?? defineWeb({});
      const source = known?.source;
      const used = (token: string): void => void uses.push(`${id} ${token}`);
      return source === undefined ? { default: web } : grantedCode(id, web, source, used);
    },
    reports: {
      fault: ({ manifest: { id, version } }, phase) => void reports.push(`${id} ${version} ${phase}`),
      active: ({ manifest: { id, version } }) => void reports.push(`${id} ${version} active`),
    },
    onFault: () => undefined,
  });
  const stateOf = (id: string) => kernel.plugins.find(id)?.state;
  return {
    kernel,
    plugins: kernel.plugins,
    now,
    toasts,
    http,
    session,
    i18n,
    commands,
    events,
    loads,
    reports,
    uses,
    stateOf,
  };
}
