import type { Plugins } from '#core/web/plugins/plugins.ts';

const START = '/workbench';
const AFTER_LOGIN = '/data/center';
/** The landing page and its aliases; a login there leads to the workbench. */
const LANDING = new Set(['/', '/home', '/home2', '/login']);

/** Where a login leads unless something else is waiting for it. */
export function destinationAfterLogin(from: string, plugins: Pick<Plugins, 'list'>): string {
  if (LANDING.has(from)) {
    return START;
  }
  const known = plugins.list.some((record) => record.entry.manifest.routes.some((route) => route.path === AFTER_LOGIN));
  return known ? AFTER_LOGIN : START;
}
