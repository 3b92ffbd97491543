import { expect, test } from '@rstest/core';

import { createFeatureGate } from '#core/web/features/create-feature-gate.ts';
import { FakeI18n, FakeSession, RecordedDialogs } from '#core/web/testing/index.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function build(features: number[]) {
  const dialogs = new RecordedDialogs();
  const opened: string[] = [];
  const gate = createFeatureGate({
    session: new FakeSession({ account: { features } }),
    dialogs,
    i18n: () => new FakeI18n(),
    openTab: (path) => void opened.push(path),
    report(error) {
      throw error;
    },
  });
  return { gate, dialogs, opened };
}

test('a feature that is included passes, without a word', () => {
  const { gate, dialogs } = build([14]);
  expect([gate.allows(14), gate.require(14), dialogs.opened]).toEqual([true, true, []]);
});

test('one that is not shows the upgrade dialog with the level that includes it, once at a time', async () => {
  const { gate, dialogs } = build([]);
  expect([gate.allows(14), gate.require(14), gate.require(50)]).toEqual([false, false, false]);
  expect(dialogs.opened.map(({ properties }) => properties)).toMatchObject([{ level: 'level2' }]);
  await settle();
  gate.require(54);
  await settle();
  gate.offerUpgrade();
  expect(dialogs.opened.slice(1).map(({ properties }) => Reflect.get(properties ?? {}, 'level') as unknown)).toEqual([
    null,
    undefined,
  ]);
});

test('the upgrade is bought in a new tab', () => {
  const { gate, dialogs, opened } = build([]);
  gate.offerUpgrade(14);
  const [shown] = dialogs.opened;
  (shown!.properties as { upgrade(): void }).upgrade();
  expect(opened).toEqual(['/recharge/purchaseMember']);
});
