import { expect, test } from '@rstest/core';

import { wakePlugins } from '#core/web/events/wake-plugins.ts';
import { answer, fakeKernel, mountPlugin, refuse, type Answer } from '#core/web/testing/index.ts';
import {
  addHost,
  changeHost,
  checkHost,
  listHosts,
  readHealth,
  removeHost,
  trustHost,
  type Host,
} from '#plugins/hosts/calls.ts';
import { hostExpiring, hostsChanged } from '#plugins/hosts/events.ts';
import manifest from '#plugins/hosts/plugin.ts';
import { daysLeft } from '#plugins/hosts/web/days-left.ts';
import web from '#plugins/hosts/web/index.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';
import { until } from '#tests/until.ts';

const hosts = { manifest, web };
const PATH = '/hostManage';
const KEY = { type: 'ssh-ed25519', fingerprint: 'SHA256:quay' };
const OTHER = { type: 'ssh-ed25519', fingerprint: 'SHA256:pier' };

function buildHost(number: number, overrides: Partial<Host> = {}): Host {
  return {
    ...{ id: idOf(number), name: `节点-${number}`, type: 'cloud', user: 'root', ip: '192.0.2.7', port: 22 },
    ...{ elasticIp: null, method: 'password', key: null, region: null, provider: null, config: null },
    ...{ expiresOn: null, state: 'healthy', cause: null, hostKey: KEY, offeredKey: null, ports: [], system: null },
    ...{ milliseconds: 80, checkedAt: '2027-01-04T01:00:00.000Z' },
    ...overrides,
  };
}
const listed = (...all: Host[]): Answer => answer(listHosts, { hosts: all, most: 100 });
const open = (path: string, calls: Answer[]) => mountPlugin(hosts, { page: 'Hosts', path, calls });

test('hosts are listed by where they are, narrowed by the address, and follow what changes', async () => {
  const elastic = buildHost(2, { elasticIp: '2001:db8::1', ip: '10.0.0.4', state: 'failed' });
  const page = await open(`${PATH}?state=healthy`, [listed(buildHost(1), elastic), listed(elastic)]);
  await page.until(() => page.text.includes('root@192.0.2.7:22'));
  expect(page.text).not.toContain('节点-2');
  await page.click(page.byRole('button', '清除筛选'));
  await page.until(() => page.text.includes('root@[2001:db8::1]:22'));
  await page.doing(() => page.events.send(hostsChanged, { id: idOf(1) }));
  await page.until(() => !page.text.includes('节点-1'));
  await page.unmount();
});

test('a fingerprint is confirmed only after a question that shows it', async () => {
  const unknown = buildHost(1, { state: 'unknown-key', hostKey: null, offeredKey: KEY });
  const calls = [listed(unknown), answer(trustHost, buildHost(1)), answer(readHealth, { checks: [] })];
  const page = await open(`${PATH}?id=${idOf(1)}`, calls);
  const button = await page.until(() => page.byRole('button', '核对并确认指纹'));
  page.dialogs.script(false, true);
  await page.click(button);
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.dialogs.opened[0]?.question?.params).toMatchObject(KEY);
  expect(page.http.callsOf(trustHost)).toEqual([]);
  await page.click(page.byRole('button', '核对并确认指纹'));
  await page.until(() => page.http.callsOf(trustHost).length === 1);
  expect(page.http.callsOf(trustHost)[0]?.body).toEqual({ fingerprint: KEY.fingerprint });
  await page.until(() => page.toasts.shown.some(({ text }) => text.includes('检测完成：正常')));
  await page.unmount();
});

test('a changed key is told loudly, with both fingerprints', async () => {
  const changed = buildHost(1, { state: 'changed-key', offeredKey: OTHER });
  const page = await open(`${PATH}?id=${idOf(1)}`, [listed(changed), answer(readHealth, { checks: [] })]);
  const alert = await page.until(() => page.byRole('alert'));
  expect(alert.textContent).toContain('指纹变了');
  expect(alert.textContent).toContain(KEY.fingerprint);
  expect(alert.textContent).toContain(OTHER.fingerprint);
  page.dialogs.script(false);
  await page.click(page.byRole('button', '我已核实，改用新指纹'));
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.dialogs.opened[0]?.question?.destructive).toBe(true);
  await page.unmount();
});

test('a check says how it ended, and a failed one why', async () => {
  const failed = buildHost(1, { state: 'failed', cause: '连不上这台主机。', milliseconds: null });
  const calls = [
    listed(buildHost(1)),
    answer(readHealth, { checks: [{ at: '2027-01-04T01:00:00.000Z', milliseconds: 80 }] }),
    answer(checkHost, failed),
    listed(failed),
  ];
  const page = await open(`${PATH}?id=${idOf(1)}`, calls);
  await page.until(() => page.text.includes('近 7 天检测 1 次，100% 正常'));
  await page.click(page.byRole('button', '立即检测'));
  await page.until(() => page.text.includes('连不上这台主机。'));
  await page.unmount();
});

test('hosts that end soon are named above the list', async () => {
  const day = (ahead: number) => {
    const now = new Date();
    const then = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead);
    return `${then.getFullYear()}-${String(then.getMonth() + 1).padStart(2, '0')}-${String(then.getDate()).padStart(2, '0')}`;
  };
  const all = [3, 20, 0, -2].map((ahead, index) => buildHost(index + 1, { expiresOn: day(ahead) }));
  const page = await open(PATH, [listed(...all)]);
  await page.until(() => page.text.includes('3 个节点快到期或已到期'));
  expect(page.text).toContain('节点-4（已到期）、节点-3（今天到期）、节点-1（3 天后到期）。');
  await page.unmount();
  expect(daysLeft('2027-03-29', new Date(2027, 2, 27, 23, 59))).toBe(2);
});

test('that a host ends soon is told on any page, with a way to it', async () => {
  const fake = await fakeKernel(hosts, { path: '/workbench' });
  const { plugins } = fake.kernel;
  const stop = wakePlugins({ plugins, events: fake.events, report: () => undefined });
  fake.events.send(hostExpiring, { id: idOf(1), name: '节点-1', days: 1 });
  await until(() => fake.toasts.shown.length > 0);
  const [toast] = fake.toasts.shown;
  expect(toast?.text).toBe('节点“节点-1”1 天后到期，请及时续费。');
  toast?.action?.run();
  await until(() => fake.router.place.path === PATH);
  await stop();
  await fake.kernel.dispose();
});

test('hosts are deleted after a question, and what is refused stays', async () => {
  const calls = [
    listed(buildHost(1)),
    refuse(removeHost, '服务器忙', { status: 500 }),
    answer(readHealth, { checks: [] }),
  ];
  const page = await open(`${PATH}?id=${idOf(1)}`, calls);
  page.dialogs.script(true);
  await page.click(await page.until(() => page.byRole('button', '删除')));
  await page.until(() => page.http.callsOf(removeHost).length === 1);
  expect(page.text).toContain('节点-1');
  expect(page.toasts.shown.some(({ text }) => text.includes('已删除'))).toBe(false);
  await page.unmount();
});

test('a new host needs a name, an address and something to log in by', async () => {
  const added = buildHost(1, { state: 'unchecked', hostKey: null });
  const dialog = await mountPlugin(hosts, {
    ...{ dialog: 'host', properties: { host: null }, path: PATH },
    calls: [refuse(addHost, '最多添加 100 个节点。', { status: 422 }), answer(addHost, added)],
  });
  await dialog.click(dialog.byRole('button', '保存'));
  await dialog.until(() => dialog.text.includes('请填写这一项。'));
  expect(dialog.http.callsOf(addHost)).toEqual([]);
  await dialog.fill(dialog.byRole('textbox', '名称'), '码头一号');
  await dialog.fill(dialog.byRole('textbox', 'IP'), '192.0.2.7');
  await dialog.fill(dialog.element.querySelector('input[type=password]') as Element, 'secret');
  await dialog.click(dialog.byRole('button', '保存'));
  await dialog.until(() => dialog.text.includes('最多添加 100 个节点。'));
  await dialog.click(dialog.byRole('button', '保存'));
  await dialog.until(() => dialog.closedWith.length === 1);
  expect(dialog.http.callsOf(addHost)[1]?.body).toMatchObject({
    ...{ name: '码头一号', ip: '192.0.2.7', user: 'root', port: 22 },
    credential: { method: 'password', password: 'secret' },
  });
  await dialog.unmount();
});

test('an edited host keeps its password unless there is another one', async () => {
  const dialog = await mountPlugin(hosts, {
    ...{ dialog: 'host', properties: { host: buildHost(1) }, path: PATH, calls: [answer(changeHost, buildHost(1))] },
  });
  await dialog.click(dialog.byRole('button', '保存'));
  await dialog.until(() => dialog.closedWith.length === 1);
  expect(dialog.http.callsOf(changeHost)[0]?.body).not.toHaveProperty('credential.password');
  await dialog.unmount();
});
