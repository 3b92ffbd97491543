import { generatePath } from 'react-router-dom';

import { decide } from '#core/contract/decide.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';

import type { Session } from '../session/session.ts';
import { findRoute, type PluginRouteObject } from './route-objects.ts';
import type { MatchedRoute } from './router.ts';

/** The guard's decision on a path. */
export type Verdict =
  | { kind: 'enter'; route: MatchedRoute }
  /** `keeps`: query and hash are carried over. `unknown`: there is no page at this address for this session. */
  | { kind: 'redirect'; to: string; keeps?: true; unknown?: true }
  /** Login required; `failed` when the existing token was not accepted. */
  | { kind: 'login'; failed: boolean };

export interface GuardOptions {
  /** The routes of the plugins that this session may see. */
  routes(): PluginRouteObject[];
  session: Pick<Session, 'token' | 'user' | 'load' | 'roleCode' | 'features' | 'operator'>;
  /** Whether the plugin index belongs to the current session. */
  isIndexSettled(): boolean;
  /** Resolves once it does. */
  indexSettled(): Promise<void>;
}

/** Home page of visitors. */
export const HOME = '/home';
/** Home page of members. */
export const WORKBENCH = '/workbench';
/** The landing page under this path asks the user to log in. */
export const LOGIN = '/login';

/**
 * Decides whether a path may be entered, and fetches what the decision needs.
 * @throws when the plugin index cannot be read
 */
export async function guard(path: string, options: GuardOptions): Promise<Verdict> {
  const hadToken = options.session.token !== null;
  await options.indexSettled();
  let verdict = judge(path, options);
  if (verdict === 'load-user') {
    try {
      await options.session.load();
    } catch {
      return { kind: 'login', failed: true };
    }
    verdict = judge(path, options);
  }
  // A token without a user was refused, either just now or when somebody else loaded the user in the meantime.
  if (verdict === 'load-user' || (verdict.kind === 'login' && hadToken)) return { kind: 'login', failed: true };
  return verdict;
}

/** The decision as far as it can be made now; undefined when something has to be fetched first. */
export function guardAtOnce(path: string, options: GuardOptions): Verdict | undefined {
  if (!options.isIndexSettled()) return undefined;
  const verdict = judge(path, options);
  return verdict === 'load-user' ? undefined : verdict;
}

function judge(path: string, { routes, session }: GuardOptions): Verdict | 'load-user' {
  if (path === '/') return { kind: 'redirect', to: session.token === null ? HOME : WORKBENCH, keeps: true };
  if (path === LOGIN && session.token !== null) return { kind: 'redirect', to: WORKBENCH };
  const found = findRoute(routes(), path);
  if (found === undefined) return { kind: 'redirect', to: '/', unknown: true };
  const { manifest, route } = found.route.handle;
  if (route.redirect !== undefined) {
    return { kind: 'redirect', to: generatePath(route.redirect, found.params), keeps: true };
  }
  if (route.page === undefined) return { kind: 'redirect', to: '/' };

  const gate = gateOfRoute(manifest, route);
  const matched: MatchedRoute = {
    plugin: manifest.id,
    page: route.page,
    path: route.path,
    params: found.params,
    isPublic: !gate.login,
  };
  if (!gate.login) return { kind: 'enter', route: matched };
  if (session.token === null) return { kind: 'login', failed: false };
  if (session.user === null) return 'load-user';
  const decision = decide(gate, session);
  // Pages locked by the tier may be opened; they offer the upgrade.
  if (decision.allowed || decision.reason === 'feature' || decision.reason === 'tier') {
    return { kind: 'enter', route: matched };
  }
  if (decision.reason === 'login') return { kind: 'login', failed: true };
  // A page that the user's role may not see is treated as unknown.
  return path.toLowerCase() === WORKBENCH
    ? { kind: 'redirect', to: HOME }
    : { kind: 'redirect', to: '/', unknown: true };
}
