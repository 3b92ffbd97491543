import { generatePath } from 'react-router-dom';

import { decide } from '#core/contract/decide.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';

import type { Session } from '../session/session.ts';
import { findRoute, type PluginRouteObject } from './route-objects.ts';
import type { MatchedRoute } from './router.ts';

/** What the guard says of a path. */
export type Verdict =
  | { kind: 'enter'; route: MatchedRoute }
  /** Another path instead; what stands behind `?` and `#` goes along when `keeps`. */
  | { kind: 'redirect'; to: string; keeps?: true }
  /** The page is for members, and nobody is logged in; `failed` when the token at hand was no good. */
  | { kind: 'login'; failed: boolean };

export interface GuardOptions {
  /** The routes of the plugins that this session may see. */
  routes(): PluginRouteObject[];
  session: Pick<Session, 'token' | 'user' | 'load' | 'roleCode' | 'features' | 'operator'>;
  /** The index of plugins is that of the present session. */
  isIndexSettled(): boolean;
  /** Resolves when it is. */
  indexSettled(): Promise<void>;
}

/** Where a visitor begins. */
export const HOME = '/home';
/** Where a member begins. */
export const WORKBENCH = '/workbench';
/** The landing page under this name asks to log in. */
export const LOGIN = '/login';

/**
 * Decides whether a path may be entered, and fetches what that takes.
 * @throws when the index of plugins cannot be read
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
  // Whoever came with a token and has no user now was not recognised, here or by whoever read the user meanwhile.
  if (verdict === 'load-user' || (verdict.kind === 'login' && hadToken)) return { kind: 'login', failed: true };
  return verdict;
}

/** What the guard says by what is known now; undefined when it has to fetch something first. */
export function guardAtOnce(path: string, options: GuardOptions): Verdict | undefined {
  if (!options.isIndexSettled()) return undefined;
  const verdict = judge(path, options);
  return verdict === 'load-user' ? undefined : verdict;
}

function judge(path: string, { routes, session }: GuardOptions): Verdict | 'load-user' {
  if (path === '/') return { kind: 'redirect', to: session.token === null ? HOME : WORKBENCH, keeps: true };
  if (path === LOGIN && session.token !== null) return { kind: 'redirect', to: WORKBENCH };
  const found = findRoute(routes(), path);
  if (found === undefined) return { kind: 'redirect', to: '/' };
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
  // What a tier locks may be looked at.
  if (decision.allowed || decision.reason === 'feature' || decision.reason === 'tier') {
    return { kind: 'enter', route: matched };
  }
  if (decision.reason === 'login') return { kind: 'login', failed: true };
  // What a role may not see is unknown to it.
  return { kind: 'redirect', to: path.toLowerCase() === WORKBENCH ? HOME : '/' };
}
