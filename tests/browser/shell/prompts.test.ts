import { afterEach, expect, rs, test } from '@rstest/core';
import { runInAction } from 'mobx';

import type { Account } from '#core/contract/account-calls.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { buildManifest } from '#core/web/testing/builders.ts';
import { service } from '#core/web/service.ts';
import { fakeKernel, type FakeKernelOptions } from '#core/web/testing/fake-kernel.ts';
import { answerRaw, refuse } from '#core/web/testing/scripted-http.ts';
import type { Token } from '#core/web/token.ts';
import { THEME, type Theme } from '#core/web/theme/theme.ts';
import { createToasts } from '#core/web/toasts/create-toasts.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { startPrompts } from '#host/web/prompts/start-prompts.ts';

const DAYS = '/api/paymentAccountBalance/getMemberDays';
const GIVEN = '/api/paymentUnderline/isFirstCharge';
const CLAIM = '/api/paymentUnderline/gift';

interface World {
  days?: number;
  free?: boolean;
  /** Whether the gift was given. */
  given?: boolean;
  /** There is a page where memberships are bought. */
  shop?: boolean;
  /** The server refuses to give any more. */
  tooLate?: boolean;
  account?: Partial<Account>;
  stored?: Record<string, unknown>;
  path?: string;
  services?: FakeKernelOptions['services'];
}

async function build(setting: World) {
  const { days = 3, free = true, given = true, account = {}, stored = {}, path, services } = setting;
  const routes = setting.shop === true ? [{ path: '/recharge/purchaseMember', page: 'Buy' }] : [];
  const world = await fakeKernel(
    {
      manifest: buildManifest({
        routes: [{ path: '/workbench', page: 'Start' }, { path: '/elsewhere', page: 'Elsewhere' }, ...routes],
      }),
      web: defineWeb({}),
    },
    {
      path: path ?? '/workbench',
      services,
      session: { account },
      calls: [
        answerRaw('GET', DAYS, { days, free }),
        answerRaw('GET', GIVEN, { hasGiveMember: given, gift: { level: 'level2', days: 14 } }),
        setting.tooLate === true
          ? refuse({ method: 'POST', path: CLAIM }, '已领取')
          : answerRaw('POST', CLAIM, { fdExpireDate: '2026-12-01T10:00:00.000Z' }),
      ],
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

test('a membership that expires while the page is open is told there, whatever was dismissed before', async () => {
  const { session, dialogs, storage } = await build({
    ...{ days: 0, account: { fdRoleCode: 14 } },
    stored: { 'membership-expired-told': true, 'membership-role': 14 },
  });
  expect(dialogs.opened).toEqual([]);
  const becomes = (fdRoleCode: number) =>
    runInAction(() => {
      if (session.user !== null) session.user = { ...session.user, fdRoleCode };
    });
  becomes(12);
  await rs.waitFor(() =>
    expect(dialogs.opened.map(({ question }) => question?.title)).toEqual(['shell:expired.title']),
  );
  await rs.waitFor(() => expect(storage.read('membership-expired-told')).toBe(true));
  // The user is read again for other reasons, which is no news.
  becomes(12);
  await new Promise((resolve) => setTimeout(resolve));
  expect(dialogs.opened).toHaveLength(1);
});

test('days that are left, and a membership that is paid, are no news', async () => {
  expect((await build({ days: 3 })).asked).toEqual([]);
  expect((await build({ days: 0, free: false })).asked).toEqual([]);
  const paid = await build({ days: 0, account: { fdRoleCode: 14 } });
  expect(paid.asked).toEqual([]);
  expect(paid.storage.read('membership-role')).toBe(14);
});

test('the way to memberships is offered where there is one', async () => {
  const { dialogs, router } = await build({ days: 0, shop: true });
  expect(dialogs.opened[0]?.question?.confirm).toBe('shell:expired.go');
  expect(router.place.path).toBe('/recharge/purchaseMember');
  const without = await build({ days: 0 });
  expect(without.dialogs.opened[0]?.question).toMatchObject({ confirm: 'shell:expired.later', cancel: null });
});

test('the gift is offered once, to main accounts that have not had it, and not beside the login', async () => {
  const lines = ({ toasts }: Awaited<ReturnType<typeof build>>) => toasts.shown.map(({ key }) => key);
  const first = await build({ given: false });
  // A line that stays, and no dialog in front of what the newcomer is about to do.
  expect([first.asked, first.toasts.shown.map(({ key, duration }) => [key, duration])]).toEqual([[], [['gift', 0]]]);
  expect(first.toasts.shown[0]?.text).toBe('送您 14 天白银会员，每个主账号一次，领取后立即生效。');
  expect(lines(await build({ given: false, stored: { 'gift-seen': true } }))).toEqual([]);
  expect(lines(await build({ given: true }))).toEqual([]);
  expect(lines(await build({ given: false, account: { fdType: 2 } }))).toEqual([]);
  expect(lines(await build({ given: false, path: '/login' }))).toEqual([]);
});

test('the gift is offered on the workbench alone, until it is put off', async () => {
  const toasts = createToasts();
  const lines = () => toasts.shown.map(({ toast }) => toast.key);
  const { router, storage } = await build({ given: false, services: [service(TOASTS, () => toasts)] });
  expect(lines()).toEqual(['gift']);
  await router.go('/elsewhere');
  expect(lines()).toEqual([]);
  await router.go('/workbench');
  expect([lines(), storage.read('gift-seen')]).toEqual([['gift'], undefined]);
  const [{ id, toast } = { id: '', toast: undefined }] = toasts.shown;
  toasts.close(id);
  toast?.onClose?.();
  await router.go('/elsewhere');
  await router.go('/workbench');
  expect([lines(), storage.read('gift-seen')]).toEqual([[], true]);
});

test('who takes the gift is told until when, and the session follows', async () => {
  const { http, toasts, session } = await build({ given: false });
  toasts.shown[0]?.action?.run();
  await rs.waitFor(() => expect(toasts.shown).toHaveLength(2));
  expect(http.made.at(-1)).toMatchObject({ method: 'POST', path: CLAIM });
  expect(session.refreshed).toBe(1);
  expect(toasts.shown.slice(1)).toMatchObject([{ kind: 'success', text: '领取成功，白银会员有效期至 2026-12-01' }]);
});

test('a gift that another tab has taken is not told as taken here, and the session follows all the same', async () => {
  const { toasts, session } = await build({ given: false, tooLate: true });
  toasts.shown[0]?.action?.run();
  await rs.waitFor(() => expect(session.refreshed).toBe(1));
  expect(toasts.shown.filter(({ kind }) => kind === 'success')).toEqual([]);
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
  expect(toasts.shown.map(({ text }) => text)).toEqual(['您的系统用的是浅色。']);
  expect(storage.read('theme-offered')).toBe(true);
  toasts.shown[0]?.action?.run();
  expect(setMode).toHaveBeenCalledWith('light');
  expect((await build({ services: theme(true) })).toasts.shown).toEqual([]);
  expect((await build({ services: theme(false), stored: { 'theme-offered': true } })).toasts.shown).toEqual([]);
});
