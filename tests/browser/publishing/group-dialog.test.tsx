import { expect, test } from '@rstest/core';

import { definePlugin } from '#core/contract/plugin.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { mountPlugin } from '#core/web/testing/index.ts';
import GroupDialog from '#plugins/publishing/web/channels/GroupDialog.tsx';

async function openDialog(current: readonly string[]) {
  const chosen: (string | undefined)[] = [];
  const Page = () => (
    <GroupDialog count={2} current={current} groups={['华东', '华南']} close={(group) => void chosen.push(group)} />
  );
  const shown = {
    manifest: definePlugin({
      ...{ id: 'publishing', version: '1.0.0', title: 'publishing:title' },
      routes: [{ path: '/group', page: 'Group' }],
    }),
    web: defineWeb({ pages: { Group: async () => ({ default: Page }) } }),
  };
  const page = await mountPlugin(shown, { page: 'Group', path: '/group', calls: [] });
  await page.until(() => page.text.includes('给 2 个账号设置分组'));
  return Object.assign(page, { chosen });
}

test('only accounts that are in a group are offered to be taken out of it', async () => {
  const ungrouped = await openDialog([]);
  expect(ungrouped.text).not.toContain('移出分组');
  await ungrouped.fill(ungrouped.byRole('textbox', '分组'), '华北');
  await ungrouped.click(ungrouped.byRole('button', '保存'));
  expect(ungrouped.chosen).toEqual(['华北']);
  await ungrouped.unmount();

  const grouped = await openDialog(['华南']);
  const field = grouped.byRole('textbox', '分组') as HTMLInputElement;
  expect(field.value).toBe('华南');
  await grouped.fill(field, '');
  await grouped.click(grouped.byRole('button', '移出分组'));
  expect(grouped.chosen).toEqual(['']);
  await grouped.unmount();
});
