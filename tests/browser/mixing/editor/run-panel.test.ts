import { afterEach, expect, rs, test } from '@rstest/core';

import { FakeFeatureGate, FakeSession, RecordedToasts, ScriptedHttp } from '#core/web/testing/index.ts';
import { RunPanel } from '#plugins/mixing/web/editor/store/RunPanel.ts';

afterEach(() => {
  rs.restoreAllMocks();
});

const build = (free = 10) =>
  new RunPanel(new ScriptedHttp([], new RecordedToasts()), new FakeFeatureGate(new FakeSession()), () => free);

test('what is asked for without a network waits for one, and goes on by itself', async () => {
  const online = rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const panel = build();
  const going = panel.untilOnline();
  expect(panel.isWaiting).toBe(true);
  expect(await panel.untilOnline()).toBe(false);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect([await going, panel.isWaiting]).toEqual([true, false]);
  panel.dispose();
});

test('who leaves the editor while it waits starts nothing', async () => {
  rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const panel = build();
  const going = panel.untilOnline();
  panel.dispose();
  expect(await going).toBe(false);
});

test('how many videos are free is the operator’s choice', () => {
  const panel = build(3);
  expect([panel.count, panel.isLocked]).toEqual([3, false]);
  panel.setCount(4);
  expect([panel.isLocked, panel.unlock()]).toEqual([true, false]);
});
