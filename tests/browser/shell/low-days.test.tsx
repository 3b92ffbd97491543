import { expect, test } from '@rstest/core';
import { runInAction } from 'mobx';

import { defineWeb } from '#core/web/define-web.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { service } from '#core/web/service.ts';
import { buildManifest, fakeKernel, MemoryStorage, openBench } from '#core/web/testing/index.ts';
import { LowDays } from '#host/web/rail/LowDays.tsx';
import { SHELL_STATE, ShellState } from '#host/web/rail/ShellState.ts';

const DAY = 24 * 60 * 60 * 1000;

test('a membership of under 7 days is hinted at with the way to renew it, until it is renewed or over', async () => {
  const state = new ShellState(new MemoryStorage());
  const routes = [
    { path: '/start', page: 'Start' },
    { path: '/recharge/purchaseMember', page: 'Buy' },
  ];
  const { kernel, session, router } = await fakeKernel(
    { manifest: buildManifest({ routes }), web: defineWeb({}) },
    { session: { account: { fdRoleCode: 14 } }, services: [service(SHELL_STATE, () => state)] },
  );
  const bench = await openBench(
    <KernelProvider kernel={kernel}>
      <LowDays />
    </KernelProvider>,
  );
  const shown = async (left: number | null): Promise<string> => {
    await bench.doing(() => state.setMembershipLeft(left));
    return bench.text;
  };
  expect(await shown(null)).toBe('');
  expect(await shown(7 * DAY)).toBe('');
  expect(await shown(7 * DAY - 1)).toBe('会员还剩 7 天续费');
  expect(await shown(1.5 * DAY)).toBe('会员还剩 2 天续费');
  expect(await shown(DAY)).toBe('会员不到 1 天就到期续费');
  await bench.click(bench.byRole('link'));
  expect(router.place.path).toBe('/recharge/purchaseMember');
  expect(await shown(0)).toBe('');
  await shown(DAY);
  await bench.doing(() =>
    runInAction(() => {
      if (session.user !== null) session.user = { ...session.user, fdRoleCode: 12 };
    }),
  );
  expect(bench.text).toBe('');
  await bench.remove();
  await kernel.dispose();
});
