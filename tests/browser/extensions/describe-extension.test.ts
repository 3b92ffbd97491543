import { expect, test } from '@rstest/core';

import { definePlugin } from '#core/contract/plugin.ts';
import type { PluginRecord } from '#core/web/plugins/plugins.ts';
import { FakeI18n } from '#core/web/testing/index.ts';
import { lacksFeature, extensionStatus, describeStatus } from '#plugins/extensions/web/parts/describe-extension.ts';
import { costsOf } from '#plugins/extensions/web/parts/plugin-cost.ts';
import { earlierVersion } from '#plugins/extensions/web/page/kept-versions.ts';

import { brandKit, shipped } from './extensions-plugin.ts';

async function say(...asked: Parameters<typeof extensionStatus>): Promise<string> {
  const i18n = new FakeI18n();
  await i18n.load('extensions');
  return describeStatus(extensionStatus(...asked), i18n);
}

function failed(facts: { attempts: number; quarantined: boolean }): PluginRecord {
  const entry = { manifest: shipped().manifest, state: { name: 'ready' as const } };
  return { entry, state: { name: 'failed', phase: 'activate', error: new Error('boom'), ...facts } };
}

test('what an operator chose goes before what the manifest says', async () => {
  const manifest = definePlugin({
    id: 'x1',
    version: '1.0.0',
    title: 'x1:title',
    gate: { tiers: { level0: 'hidden' } },
  });
  expect(await say(brandKit({ manifest }), undefined)).toBe('对黑铁隐藏');
  expect(await say(brandKit({ manifest, tiers: { level0: 'on', level4: 'locked' } }), undefined)).toBe('对钻石上锁');
});

test('a tier without the feature sees a lock although the plugin is on for it', async () => {
  const manifest = definePlugin({ id: 'x1', version: '1.0.0', title: 'x1:title', gate: { feature: 14 } });
  const extension = brandKit({ manifest, featureLevel: 'level2' });
  expect([lacksFeature(extension, 'level1'), lacksFeature(extension, 'level2')]).toEqual([true, false]);
  expect(await say(extension, undefined)).toBe('对黑铁和青铜上锁');
});

test('hidden from every tier is said as one, and off goes before everything', async () => {
  const tiers = { level0: 'hidden', level1: 'hidden', level2: 'hidden', level3: 'hidden', level4: 'hidden' } as const;
  expect(await say(brandKit({ tiers }), undefined)).toBe('对所有等级隐藏');
  expect(await say(brandKit({ tiers, disabled: true }), undefined)).toBe('已停用，谁也看不到');
});

test('what failed in this browser says how often, and that it was stopped', async () => {
  expect(await say(brandKit(), failed({ attempts: 2, quarantined: false }))).toBe('在这个浏览器里启动失败 2 次');
  expect(await say(brandKit(), failed({ attempts: 3, quarantined: true }))).toContain('已停下');
});

test('what a plugin cost is the last loading and activation, and all bytes', () => {
  const span = { plugin: 'brand-kit', start: 0 };
  const costs = costsOf([
    { ...span, step: 'import', duration: 80, bytes: 1000 },
    { ...span, step: 'activate', duration: 4, bytes: null },
    { ...span, step: 'call', duration: 900, bytes: 5 },
    { ...span, step: 'import', duration: 20, bytes: 500 },
  ]);
  expect(costs.get('brand-kit')).toEqual({ bytes: 1500, load: 20, activate: 4 });
});

test('rolling back leads to the last version that worked, else to the one before', () => {
  const version = (name: string, day: number, facts: { current?: boolean; proven?: boolean }) => ({
    ...{ version: name, at: `2026-01-0${day}T00:00:00.000Z`, by: '', from: '', bytes: 1, integrity: null },
    ...{ current: false, proven: false, rejected: false, rejection: null, ...facts },
  });
  const [one, two, three] = [
    version('1.0.0', 1, { proven: true }),
    version('1.1.0', 2, {}),
    version('1.2.0', 3, { current: true }),
  ];
  expect(earlierVersion({ versions: [three, two, one] })).toBe('1.0.0');
  expect(earlierVersion({ versions: [three, two] })).toBe('1.1.0');
  expect(earlierVersion({ versions: [three] })).toBeNull();
  expect(earlierVersion({ versions: [three, { ...two, rejected: true }] })).toBeNull();
});
