import { decide } from '#core/contract/decide.ts';
import { bestMatch } from '#core/contract/match-route.ts';
import type { PluginManifest, PluginRoute } from '#core/contract/plugin.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';

import type { Plugins } from '../plugins/plugins.ts';
import type { Session } from '../session/session.ts';
import type { MatchedRoute } from './router.ts';

/** What the guard says of a path. */
export type Verdict =
  | { kind: 'enter'; route: MatchedRoute }
  /** Another path instead; what stands behind `?` and `#` goes along when `keeps`. */
  | { kind: 'redirect'; to: string; keeps?: true }
  /** The page is for members, and nobody is logged in; `failed` when the token at hand was no good. */
  | { kind: 'login'; failed: boolean };

export interface GuardOptions {
  plugins: Pick<Plugins, 'list'>;
  session: Pick<Session, 'token' | 'user' | 'load' | 'roleCode' | 'features' | 'operator'>;
  /** Resolves when the index of plugins is that of the present session. */
  indexSettled(): Promise<void>;
}

/** Where a visitor begins. */
export const HOME = '/home';
/** Where a member begins. */
export const WORKBENCH = '/workbench';
/** The landing page under this name asks to log in. */
export const LOGIN = '/login';

/**
 * Decides whether a path may be entered.
 * @throws when the index of plugins cannot be read
 */
export async function guard(path: string, options: GuardOptions): Promise<Verdict> {
  const { session } = options;
  if (path === '/') return { kind: 'redirect', to: session.token === null ? HOME : WORKBENCH, keeps: true };
  if (path === LOGIN && session.token !== null) return { kind: 'redirect', to: WORKBENCH };
  await options.indexSettled();
  const found = bestMatch(routesOf(options.plugins), path);
  if (found === undefined) return { kind: 'redirect', to: '/' };
  const { item, params } = found;
  if (item.route.redirect !== undefined)
    return { kind: 'redirect', to: fill(item.route.redirect, params), keeps: true };
  if (item.route.page === undefined) return { kind: 'redirect', to: '/' };

  const gate = gateOfRoute(item.manifest, item.route);
  const route: MatchedRoute = {
    plugin: item.manifest.id,
    page: item.route.page,
    path: item.path,
    params,
    isPublic: !gate.login,
  };
  if (!gate.login) return { kind: 'enter', route };
  if (session.token === null) return { kind: 'login', failed: false };
  if (session.user === null) {
    try {
      await session.load();
    } catch {
      return { kind: 'login', failed: true };
    }
  }
  const decision = decide(gate, session);
  // What a tier locks may be looked at.
  if (decision.allowed || decision.reason === 'feature' || decision.reason === 'tier') return { kind: 'enter', route };
  if (decision.reason === 'login') return { kind: 'login', failed: true };
  // What a role may not see is unknown to it.
  return { kind: 'redirect', to: path.toLowerCase() === WORKBENCH ? HOME : '/' };
}

interface KnownRoute {
  path: string;
  manifest: PluginManifest;
  route: PluginRoute;
}

function routesOf({ list }: Pick<Plugins, 'list'>): KnownRoute[] {
  return list.flatMap(({ entry: { manifest } }) =>
    manifest.routes.map((route) => ({ path: route.path, manifest, route })),
  );
}

function fill(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/\/:(\w+)\??/g, (_part, name: string) => {
    const value = params[name];
    return value === undefined ? '' : `/${encodeURIComponent(value)}`;
  });
}
