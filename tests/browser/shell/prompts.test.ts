import { afterEach, expect, rs, test } from '@rstest/core';
import { runInAction } from 'mobx';

import type { Account } from '#core/contract/account-calls.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { buildManifest } from '#core/web/testing/builders.ts';
import { service } from '#core/web/kernel/service.ts';
import { fakeKernel, type FakeKernelOptions } from '#core/web/testing/fake-kernel.ts';
import { answerRaw } from '#core/web/testing/scripted-http.ts';
import type { Token } from '#core/web/token.ts';
import { THEME, type Theme } from '#core/web/theme/theme.ts';
import { startPrompts } from '#host/web/prompts/start-prompts.ts';

const DAYS = '/api/paymentAccountBalance/getMemberDays';
const GIVEN = '/api/paymentUnderline/isFirstCharge';

interface World {
  days?: number;
  free?: boolean;
  /** Whether the gift was given; the page of memberships is there when set. */
  given?: boolean;
  account?: Partial<Account>;
  stored?: Record<string, unknown>;
  path?: string;
  services?: FakeKernelOptions['services'];
}

async function build({ days = 3, free = true, given, account = {}, stored = {}, path, services }: World) {
  const routes = given === undefined ? [] : [{ path: '/recharge/purchaseMember', page: 'Buy' }];
  const world = await fakeKernel(
    {
      manifest: buildManifest({ routes: [{ path: '/start', page: 'Start' }, ...routes] }),
      web: defineWeb({}),
    },
    {
      path: path ?? '/start',
      services,
      session: { account },
      calls: [answerRaw('GET', DAYS, { days, free }), answerRaw('GET', GIVEN, { hasGiveMember: given ?? true })],
    },
  );
  for (const [key, value] of Object.entries(stored)) world.storage.write(key, value);
  startPrompts(world.kernel);
  // Every call and dialog of the tests is answered at once.
  await new Promise((resolve) => setTimeout(resolve));
  const asked = world.dialogs.opened.map(({ question }) => question?.title);
  return { ...world, asked };
}

afterEach(() => {
  rs.restoreAllMocks();
});

test('more devices than allowed are told, and the session ends at the start page', async () => {
  const { session, dialogs, router } = await build({});
  runInAction(() => {
    session.forcedOffline = true;
  });
  await rs.waitFor(() => expect(session.user).toBe(null));
  expect(dialogs.opened.at(-1)).toMatchObject({ id: 'alert', question: { text: 'shell:error.forced-offline' } });
  expect(router.place.path).toBe('/home');
});

test('a membership that is over is told once', async () => {
  const first = await build({ days: 0 });
  expect(first.asked).toEqual(['shell:expired.title']);
  expect(first.storage.read('membership-expired-told')).toBe(true);
  const again = await build({ days: 0, stored: { 'membership-expired-told': true, 'membership-role': 12 } });
  expect(again.asked).toEqual([]);
});

test('it is told again when a higher membership than now was there at the last visit', async () => {
  const { asked } = await build({ days: 0, stored: { 'membership-expired-told': true, 'membership-role': 14 } });
  expect(asked).toEqual(['shell:expired.title']);
});

test('days that are left, and a membership that is paid, are no news', async () => {
  expect((await build({ days: 3 })).asked).toEqual([]);
  expect((await build({ days: 0, free: false })).asked).toEqual([]);
  const paid = await build({ days: 0, account: { fdRoleCode: 14 } });
  expect(paid.asked).toEqual([]);
  expect(paid.storage.read('membership-role')).toBe(14);
});

test('the way to memberships is offered where there is one', async () => {
  const { dialogs, router } = await build({ days: 0, given: true });
  expect(dialogs.opened[0]?.question?.confirm).toBe('shell:expired.go');
  expect(router.place.path).toBe('/recharge/purchaseMember');
  const without = await build({ days: 0 });
  expect(without.dialogs.opened[0]?.question).toMatchObject({ confirm: 'shell:expired.later', cancel: null });
});

test('the gift is offered once, to main accounts that have not had it, and not beside the login', async () => {
  const first = await build({ given: false });
  expect(first.asked).toEqual(['shell:gift.title']);
  expect(first.storage.read('gift-seen')).toBe(true);
  expect((await build({ given: false, stored: { 'gift-seen': true } })).asked).toEqual([]);
  expect((await build({ given: true })).asked).toEqual([]);
  expect((await build({ given: false, account: { fdType: 2 } })).asked).toEqual([]);
  expect((await build({ given: false, path: '/login' })).asked).toEqual([]);
});

test('a light theme is offered once to whoever has a light system and never chose', async () => {
  const setMode = rs.fn();
  const theme = (chosen: boolean) => [
    service<Theme & { chosen: boolean }>(THEME as Token<Theme & { chosen: boolean }>, () => ({
      mode: 'dark',
      system: 'light',
      chosen,
      setMode,
      toggle: () => undefined,
    })),
  ];
  const { toasts, storage } = await build({ services: theme(false) });
  expect(toasts.shown.map(({ text }) => text)).toEqual(['你的系统用的是浅色。']);
  expect(storage.read('theme-offered')).toBe(true);
  toasts.shown[0]?.action?.run();
  expect(setMode).toHaveBeenCalledWith('light');
  expect((await build({ services: theme(true) })).toasts.shown).toEqual([]);
  expect((await build({ services: theme(false), stored: { 'theme-offered': true } })).toasts.shown).toEqual([]);
});
