import { expect, test } from '@rstest/core';

import { answer, mountPlugin, type MountedPlugin } from '#core/web/testing/index.ts';
import {
  changeOneOperator,
  listAdjustments,
  readOneOperator,
  readTierRules,
  saveTierRules,
  type OneOperatorState,
} from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import { USUAL_TIER_RULES } from '#plugins/membership/tier-rules.ts';
import web from '#plugins/membership/web/index.ts';

const membership = { manifest, web };
const rules = structuredClone(USUAL_TIER_RULES);
const session = { account: { operator: true } };

/** The card with this name. */
function part(page: MountedPlugin, name: string): Element {
  const found = page.element.querySelector(`section[aria-label="${name}"]`);
  if (found === null) throw new Error(`no card "${name}" in: ${page.text}`);
  return found;
}

/** The field with this label of a level's card. */
function field(page: MountedPlugin, card: string, label: string): Element {
  const found = [...part(page, card).querySelectorAll('label')].find((each) => each.textContent === label);
  const input = found === undefined ? null : document.querySelector(`#${CSS.escape(found.htmlFor)}`);
  if (input === null) throw new Error(`no field "${label}" in "${card}"`);
  return input;
}

test('what a level holds is saved with what was shown, and once more when losses are agreed to', async () => {
  const changed = { ...rules, limits: { ...rules.limits, level3: { ...rules.limits.level3, gigabytes: 40 } } };
  const loss = { kind: 'limit', level: 'level3', limit: 'gigabytes', from: 50, to: 40 } as const;
  const losses = [{ loss, members: 12 }];
  const page = await mountPlugin(membership, {
    ...{ page: 'TierRules', session },
    calls: [
      answer(readTierRules, { rules, sold: ['mosaic'] }),
      answer(saveTierRules, { isSaved: false, rules, losses }),
      answer(saveTierRules, { isSaved: true, rules: changed, losses }),
    ],
  });
  await page.until(() => part(page, '黄金'));
  expect(part(page, '功能从哪一级起').textContent).toContain('已安装的插件都没有用到这项功能');
  await page.fill(field(page, '黄金', '云空间'), '40');
  page.dialogs.script(true);
  await page.click(page.byRole('button', '保存等级权益'));
  await page.until(() => page.toasts.shown.length === 1);
  const bodies = page.http.callsOf(saveTierRules).map(({ body }) => body);
  expect(bodies).toEqual([
    { rules: changed, before: rules, isAgreed: false },
    { rules: changed, before: rules, isAgreed: true },
  ]);
  expect(page.dialogs.opened[0]?.question?.params).toEqual({
    losses: '黄金（12 个账号）的云空间从 50 GB 减到 40 GB',
  });
  await page.unmount();
});

test('a limit that is missing is marked, and nothing is sent', async () => {
  const page = await mountPlugin(membership, {
    ...{ page: 'TierRules', session },
    calls: [answer(readTierRules, { rules, sold: [] })],
  });
  await page.until(() => part(page, '黄金'));
  await page.fill(field(page, '黑铁', '云空间'), '');
  await page.click(page.byRole('button', '保存等级权益'));
  expect(page.text).toContain('请检查标出的额度');
  expect(field(page, '黑铁', '云空间').getAttribute('aria-invalid')).toBe('true');
  expect(page.http.callsOf(saveTierRules)).toEqual([]);
  await page.unmount();
});

test('what one operator may give alone is raised by asking, in yuan where it is money', async () => {
  const limits = { fen: 100_000, days: 31, seconds: 36_000, publishes: 900, 'digital-humans': 28, mixes: 1, uses: 1 };
  const wanted = { ...limits, fen: 250_000 };
  const waiting: OneOperatorState = {
    limits,
    wish: { limits: wanted, by: '值班', at: '2026-11-26T10:00:00.000Z', isOwn: true },
  };
  const page = await mountPlugin(membership, {
    ...{ page: 'Adjustments', session },
    calls: [
      answer(listAdjustments, { items: [], nextCursor: null, total: 0 }),
      answer(readOneOperator, { limits, wish: null }),
      answer(changeOneOperator, waiting),
    ],
  });
  await page.until(() => page.byRole('button', '保存单人额度'));
  await page.fill(field(page, '单人额度', '余额（元）'), '2500');
  await page.click(page.byRole('button', '保存单人额度'));
  expect(page.http.callsOf(changeOneOperator).map(({ body }) => body)).toEqual([{ limits: wanted }]);
  await page.until(() => page.text.includes('2500.00 元'));
  expect(page.byRole('button', '撤回申请')).toBeTruthy();
  await page.unmount();
});
