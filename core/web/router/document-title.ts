import { autorun } from 'mobx';

import type { MessageKey } from '#core/contract/message-keys.ts';

import type { I18n } from '../i18n/i18n.ts';
import type { Plugins } from '../plugins/plugins.ts';
import type { Undo } from '../scope.ts';
import type { MatchedRoute, Router } from './router.ts';

/** The key of a route's title in its manifest; of its plugin's title when the route has none. */
export function titleKeyOf(route: MatchedRoute, plugins: Pick<Plugins, 'find'>): MessageKey | undefined {
  const manifest = plugins.find(route.plugin)?.entry.manifest;
  // The manifest's schema has checked the key's format; a key without a text is displayed as it is.
  return (manifest?.routes.find(({ path }) => path === route.path)?.title ?? manifest?.title) as MessageKey | undefined;
}

/** Keeps the window's title in step with the page, in the user's language. */
export function followTitle(
  services: { router: Pick<Router, 'route'>; plugins: Pick<Plugins, 'find'>; i18n: Pick<I18n, 't'> },
  document: Pick<Document, 'title'> = globalThis.document,
): Undo {
  const { router, plugins, i18n } = services;
  return autorun(() => {
    if (router.route === null) return;
    const key = titleKeyOf(router.route, plugins);
    document.title = key === undefined ? i18n.t('shell:name') : i18n.t('shell:page-title', { page: i18n.t(key) });
  });
}
