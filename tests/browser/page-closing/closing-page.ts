import { rs } from '@rstest/core';

import type { PluginEntry, PluginIndex } from '#core/contract/plugin-index.ts';
import type { PluginManifestInput } from '#core/contract/plugin.ts';
import { createPageClosing } from '#core/web/page-closing/create-page-closing.ts';
import { PAGE_CLOSING } from '#core/web/page-closing/page-closing.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { FEATURE_GATE } from '#core/web/features/feature-gate.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import type { ServiceGrants } from '#core/web/plugins/service-grants.ts';
import { viewFor } from '#core/web/kernel/plugin-views.ts';
import { service } from '#core/web/service.ts';
import type { ActivePlugin } from '#core/web/plugins/plugins.ts';
import { createRouter, type RouterService } from '#core/web/router/create-router.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { SESSION } from '#core/web/session/session.ts';
import {
  buildEntry,
  FakeFeatureGate,
  FakeI18n,
  FakeSession,
  RecordedDialogs,
  RecordedToasts,
  SentEvents,
} from '#core/web/testing/index.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import type { Token } from '#core/web/token.ts';

const WORKBENCH: Partial<PluginManifestInput> = {
  id: 'workbench',
  routes: [{ path: '/workbench', page: 'Workbench' }],
};
export const CRANES: Partial<PluginManifestInput> & { id: string } = {
  id: 'cranes',
  version: '1.0.0',
  title: 'shell:name',
  routes: [
    { path: '/cranes', page: 'Cranes' },
    { path: '/cranes/old', page: 'Old' },
  ],
};

/** A plugin from outside that may have whatever it asks for. */
const EVERYTHING: ServiceGrants = {
  allows: () => true,
  service: (token, get, life) => viewFor(token, get(token), life),
  hint: () => '',
};

/** A page of the plugin `cranes` that is open, on a router and plugins that are real, and an index to change. */
export async function openCranes({ at = '/cranes', roleCode = 14 } = {}) {
  window.history.replaceState(null, '', at);
  const session = new FakeSession({ account: { fdRoleCode: roleCode } });
  const toasts = new RecordedToasts();
  const dialogs = new RecordedDialogs();
  const events = new SentEvents();
  const features = new FakeFeatureGate(session);
  const confirmLoss = rs.fn(() => Promise.resolve(true));
  const prepareAsking = rs.fn();
  const now = { entries: [buildEntry(WORKBENCH), buildEntry(CRANES)] };
  const kernel = createKernel({
    services: [
      service(I18N, () => new FakeI18n()),
      service(SESSION, () => session),
      service(TOASTS, () => toasts),
      service(DIALOGS, () => dialogs),
      service(EVENTS, () => events),
      service(FEATURE_GATE, () => features),
      service(ROUTER, () =>
        createRouter({
          plugins: kernel.plugins,
          session,
          isIndexSettled: () => true,
          indexSettled: () => Promise.resolve(),
          askLogin: () => undefined,
          closeLogin: () => undefined,
          tellFailedLogin: () => undefined,
          tellUnknown: () => undefined,
          ...{ confirmLoss, prepareAsking },
        }),
      ),
      service(PAGE_CLOSING, (get) =>
        createPageClosing({
          router: () => get(ROUTER as Token<RouterService>),
          dialogs: () => dialogs,
          toasts: () => toasts,
          i18n: () => get(I18N),
          session: () => session,
        }),
      ),
    ],
    loadIndex: () => Promise.resolve<PluginIndex>({ plugins: now.entries, build: 'one' }),
    loadCode: ({ source }) =>
      Promise.resolve({
        default: defineWeb({ pages: { Cranes: never, Old: never, Workbench: never } }),
        ...(source === undefined ? {} : { outside: EVERYTHING }),
      }),
    closePages: (shutdown, get) => get(PAGE_CLOSING).closePages(shutdown),
    onFault: (_plugin, _phase, error) => {
      throw error;
    },
  });
  const router = kernel.get(ROUTER as Token<RouterService>);
  await kernel.plugins.load();
  await router.start();
  const cranes = await kernel.plugins.ensure('cranes', 'route:Cranes');
  return {
    ...{ kernel, router, cranes, session, toasts, dialogs, events, features, confirmLoss, prepareAsking, now },
    pageClosing: kernel.get(PAGE_CLOSING),
    /** The server says something else of `cranes`; undefined for nothing. */
    async tell(cranesNow: PluginEntry | undefined) {
      now.entries = [buildEntry(WORKBENCH), ...(cranesNow === undefined ? [] : [cranesNow])];
      await kernel.plugins.load();
    },
    async close() {
      await kernel.dispose();
      void router.dispose();
    },
  };
}

/** The router as the plugin has it. */
export function routerOf({ context }: ActivePlugin): Router {
  return context.get(ROUTER);
}

/** Pages are not drawn here. */
function never(): Promise<never> {
  return Promise.reject(new Error('no page is drawn'));
}
