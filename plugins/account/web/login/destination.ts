import type { Plugins } from '#core/web/plugins/plugins.ts';

const START = '/workbench';
const AFTER_LOGIN = '/data/center';
/** The landing page and its other names; whoever logs in there begins at the workbench. */
const LANDING = new Set(['/', '/home', '/home2', '/login']);

/** Where a login leads that nothing else waits for. */
export function destinationAfterLogin(from: string, plugins: Pick<Plugins, 'list'>): string {
  if (LANDING.has(from)) {
    return START;
  }
  const known = plugins.list.some((record) => record.entry.manifest.routes.some((route) => route.path === AFTER_LOGIN));
  return known ? AFTER_LOGIN : START;
}
