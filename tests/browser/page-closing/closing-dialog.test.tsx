import { expect, test } from '@rstest/core';

import ClosingDialog from '#core/web/page-closing/ClosingDialog.tsx';
import type { ClosingReason } from '#core/web/page-closing/page-closing.ts';
import { FakeI18n, openBench } from '#core/web/testing/index.ts';

async function draw({ why = 'shell:gone.operator' as ClosingReason, canRescue = true, fails = false } = {}) {
  const closedWith: unknown[] = [];
  const stays = new AbortController();
  let isBroken = fails;
  const bench = await openBench(
    <ClosingDialog
      plugin="混剪"
      {...{ why, canRescue }}
      rescue={() => (isBroken ? Promise.reject(new Error('no file')) : Promise.resolve())}
      signal={stays.signal}
      i18n={new FakeI18n('zh')}
      close={(answer) => void closedWith.push(answer)}
    />,
  );
  const buttons = () => bench.allByRole('button').map(({ textContent }) => textContent);
  return { bench, closedWith, stays, buttons, mend: () => void (isBroken = false) };
}

test('it says what happened, and the work is kept before anything is closed', async () => {
  const { bench, closedWith, buttons } = await draw();
  expect(bench.text).toContain('「混剪」已被管理员停用。');
  expect(buttons()).toEqual(['关闭这一页', '留下查看', '下载我的内容']);
  await bench.click(bench.byRole('button', '下载我的内容'));
  await bench.until(() => bench.text.includes('已下载。'));
  expect([closedWith, buttons().at(-1)]).toEqual([[], '再下载一次']);
  await bench.click(bench.byRole('button', '留下查看'));
  await bench.click(bench.byRole('button', '关闭这一页'));
  expect(closedWith).toEqual(['stay', 'close']);
  await bench.remove();
});

test('a file that cannot be made is told, and can be tried again', async () => {
  const { bench, mend } = await draw({ fails: true });
  await bench.click(bench.byRole('button', '下载我的内容'));
  await bench.until(() => bench.text.includes('没能生成文件'));
  mend();
  await bench.click(bench.byRole('button', '下载我的内容'));
  await bench.until(() => bench.text.includes('已下载。'));
  await bench.remove();
});

test('without a file there is staying and closing; a new version is loaded rather than closed', async () => {
  const plain = await draw({ canRescue: false });
  expect(plain.buttons()).toEqual(['关闭这一页', '留下查看']);
  await plain.bench.remove();
  const updated = await draw({ why: 'shell:gone.updated' });
  expect(updated.buttons()[0]).toBe('载入新版本');
  expect(updated.bench.text).toContain('载入新版本后会丢失');
  await updated.bench.remove();
});

test('it goes by itself when the plugin is back', async () => {
  const { bench, closedWith, stays } = await draw();
  await bench.doing(() => stays.abort('stays'));
  expect(closedWith).toEqual([undefined]);
  await bench.remove();
});
