import { rs } from '@rstest/core';

import type { PluginEntry } from '#core/contract/plugin-index.ts';
import type { PluginManifestInput } from '#core/contract/plugin.ts';
import { MEMBER_ROLES } from '#core/contract/tiers.ts';
import { createRouter, type RouterOptions, type RouterService } from '#core/web/router/create-router.ts';
import { buildEntry } from '#core/web/testing/builders.ts';
import { FakeSession, type SessionFacts } from '#core/web/testing/fake-session.ts';

const MANIFESTS: Partial<PluginManifestInput>[] = [
  {
    id: 'landing',
    gate: { login: false },
    routes: [
      { path: '/home', page: 'Home' },
      { path: '/login', page: 'Home' },
      { path: '/aboutUs', page: 'AboutUs' },
    ],
  },
  { id: 'workbench', routes: [{ path: '/workbench', page: 'Workbench' }] },
  {
    id: 'data',
    gate: { roles: [...MEMBER_ROLES] },
    routes: [
      { path: '/data/center', page: 'Center' },
      { path: '/userCenter/:part?', redirect: '/accountCenter/:part?' },
      { path: '/accountCenter/:part?', page: 'Account' },
      { path: '/silver', page: 'Silver', gate: { roles: [14] } },
      { path: '/pieces', page: 'Pieces', gate: { feature: 50 } },
      { path: '/paid', page: 'Paid', gate: { tiers: { level0: 'locked' } } },
      { path: '/kept', page: 'Kept', gate: { tiers: { level0: 'hidden' } } },
    ],
  },
];

/** A router at an address, on the window of the tests when no other is given. */
export function buildRouter(at: string, facts: SessionFacts = { account: null }, page: Window = window) {
  page.history.replaceState(null, '', at);
  const session = new FakeSession(facts);
  const list = MANIFESTS.map((manifest) => ({
    entry: buildEntry(manifest) as PluginEntry,
    state: { name: 'ready' } as const,
  }));
  const load = rs.fn(() => session.load());
  const askLogin = rs.fn<(onLogin: (() => void) | undefined) => void>();
  const closeLogin = rs.fn<() => void>();
  const tellFailedLogin = rs.fn();
  const tellUnknown = rs.fn();
  const confirmLoss = rs.fn(() => Promise.resolve(true));
  const indexSettled = rs.fn(() => Promise.resolve());
  const isSettled = { now: true };
  const options: RouterOptions = {
    plugins: { list },
    session: {
      get token() {
        return session.token;
      },
      get user() {
        return session.user;
      },
      get roleCode() {
        return session.roleCode;
      },
      get features() {
        return session.features;
      },
      get operator() {
        return session.operator;
      },
      load,
    },
    isIndexSettled: () => isSettled.now,
    indexSettled,
    askLogin,
    closeLogin,
    tellFailedLogin,
    tellUnknown,
    confirmLoss,
  };
  const router: RouterService = createRouter(options, page);
  return {
    router,
    session,
    load,
    askLogin,
    closeLogin,
    tellFailedLogin,
    tellUnknown,
    confirmLoss,
    indexSettled,
    isSettled,
  };
}

/** Path, query and hash of the window. */
export function address(): string {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
}
