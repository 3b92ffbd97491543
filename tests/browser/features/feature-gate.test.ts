import { expect, test } from '@rstest/core';

import { createLockedOffer } from '#core/web/failures/locked-offer.ts';
import { reasonOfLock } from '#core/web/features/lock-words.ts';
import { lockOf, lockOfPlugin, lockOfRefusal } from '#core/web/lock.ts';
import { createFeatureGate, type UpgradeProperties } from '#core/web/features/create-feature-gate.ts';
import type { Plugins } from '#core/web/plugins/plugins.ts';
import { isPageAddress } from '#core/web/router/route-objects.ts';
import { buildEntry, FakeFeatureGate, FakeI18n, FakeSession, RecordedDialogs } from '#core/web/testing/index.ts';
import membership from '#plugins/membership/plugin.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

/** The plugins of an installation that sells memberships. */
const SELLING: Plugins['list'] = [{ entry: buildEntry(membership), state: { name: 'ready' } }];

function build(features: number[], plugins = SELLING) {
  const dialogs = new RecordedDialogs();
  const opened: string[] = [];
  const gate = createFeatureGate({
    session: new FakeSession({ account: { features } }),
    dialogs,
    i18n: () => new FakeI18n(),
    upgradeDialog: () => import('#core/web/views/dialogs/UpgradeDialog.tsx'),
    hasPage: (path) => isPageAddress({ list: plugins }, path),
    openTab: (path) => void opened.push(path),
    report(error) {
      throw error;
    },
  });
  return { gate, dialogs, opened };
}

/** What the button of the dialog that is open does. */
const upgradeOf = ({ opened: [shown] }: RecordedDialogs) =>
  (shown?.properties as UpgradeProperties | undefined)?.upgrade;

test('a feature that is included passes, without a word', () => {
  const { gate, dialogs } = build([14]);
  expect([gate.allows(14), gate.require(14), dialogs.opened]).toEqual([true, true, []]);
});

test('one that is not shows the upgrade dialog with the level that includes it, once at a time', async () => {
  const { gate, dialogs } = build([]);
  expect([gate.allows(14), gate.require(14), gate.require(50)]).toEqual([false, false, false]);
  expect(dialogs.opened.map(({ properties }) => properties)).toMatchObject([{ lock: { level: 'level2' } }]);
  await settle();
  gate.require(54);
  await settle();
  gate.offerUpgrade();
  expect(dialogs.opened.slice(1).map(({ properties }) => properties)).toMatchObject([
    { lock: { feature: 54, level: null } },
    { lock: null },
  ]);
});

test('the upgrade leads, in a new tab, to the page that the membership plugin has', () => {
  const { gate, dialogs, opened } = build([]);
  gate.offerUpgrade(14);
  upgradeOf(dialogs)?.();
  expect(opened).toEqual(['/recharge/purchaseMember']);
  expect(opened.filter((path) => isPageAddress({ list: SELLING }, path))).toEqual(opened);
});

test('where nobody sells memberships the dialog leads nowhere', () => {
  const { gate, dialogs } = build([], []);
  gate.offerUpgrade(14);
  expect(upgradeOf(dialogs)).toBe(null);
});

test('a lock is explained by the levels that have it, and called switched off only where none has', () => {
  const LOCKS = {
    level: lockOf(null, 'level3', ['level0', 'level3', 'level4']),
    levels: lockOf(null, 'level3', ['level1', 'level3']),
    package: lockOf(54, null),
    none: lockOf(null, null, []),
    yours: lockOf(null, null),
  };
  for (const [reason, lock] of Object.entries(LOCKS)) expect(reasonOfLock(lock)).toBe(reason);
  // The highest level is locked, all others are not.
  const gate = { tiers: { level4: 'locked' } } as const;
  const entry = buildEntry({ id: 'mine', gate }, { name: 'locked', feature: null, unlockedBy: null });
  const lock = lockOfPlugin(entry);
  expect(lock).toEqual({ feature: null, level: null, levels: ['level0', 'level1', 'level2', 'level3'] });
  expect(reasonOfLock(lock!)).toBe('levels');
});

test('a refusal of the server names its lock, and another refusal none', () => {
  const told = (error: string, params: object) => lockOfRefusal({ error, params });
  expect(told('core:locked.level2', { feature: 14, level: 'level2' })).toMatchObject({ feature: 14, level: 'level2' });
  expect(told('core:locked.level3', { level: 'level3' })).toMatchObject({ feature: null, level: 'level3' });
  expect(told('core:locked.tier', { level: '' })).toBe(lockOf(null, null));
  expect(told('core:locked.package', { feature: 54, level: '' })).toBe(lockOf(54, null));
  expect([told('core:forbidden', {}), lockOfRefusal(null), lockOfRefusal('core:locked.level1')]).toEqual([
    ...[null, null, null],
  ]);
});

test('what a page does by itself is answered once an index, what somebody did each time, what it reads never', () => {
  const entry = { current: buildEntry({ id: 'mine' }, { name: 'locked', feature: null, unlockedBy: 'level2' }) };
  const features = new FakeFeatureGate(new FakeSession());
  const offer = createLockedOffer({
    plugins: () => ({ find: () => ({ entry: entry.current, state: { name: 'active' } }) }),
    features: () => features,
  });
  const lock = lockOf(null, 'level2');
  const by = (byItself: boolean, isReading: boolean) => offer(lock, 'mine', { byItself, isReading });
  by(false, true);
  by(true, true);
  expect(features.offered).toEqual([]);
  by(true, false);
  by(true, false);
  expect(features.offered).toEqual([lock]);
  by(false, false);
  by(false, false);
  expect(features.offered.length).toBe(3);
  entry.current = buildEntry({ id: 'mine' });
  by(false, true);
  by(true, true);
  expect(features.offered.length).toBe(4);
});
