import { expect, test } from '@rstest/core';

import { definePlugin } from '#core/contract/plugin.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { mountPlugin } from '#core/web/testing/index.ts';
import CoverDialog, { type ChosenCover, type CoverDialogProps } from '#plugins/publishing/web/compose/CoverDialog.tsx';
import { idOf } from '#tests/browser/runs/press-run.tsx';

const PICTURE = { id: idOf(8), name: '海报.png', url: null };

/** The dialog alone, as a page. */
async function openDialog(overrides: Partial<CoverDialogProps> = {}) {
  const chosen: (ChosenCover | undefined)[] = [];
  const properties: CoverDialogProps = {
    ...{ name: '镜头-1.mp4', url: 'data:,', cover: null, picture: null, count: 3 },
    ...{ choosePicture: async () => PICTURE, close: (cover) => void chosen.push(cover) },
    ...overrides,
  };
  const Page = () => <CoverDialog {...properties} />;
  const shown = {
    manifest: definePlugin({
      ...{ id: 'publishing', version: '1.0.0', title: 'publishing:title' },
      routes: [{ path: '/cover', page: 'Cover' }],
    }),
    web: defineWeb({ pages: { Cover: async () => ({ default: Page }) } }),
  };
  const page = await mountPlugin(shown, { page: 'Cover', path: '/cover', calls: [] });
  await page.until(() => page.text.includes('镜头-1.mp4'));
  return Object.assign(page, { chosen });
}

test('a picture is needed before it can be a cover, and can be the one of all videos', async () => {
  const page = await openDialog();
  await page.click(page.byRole('radio', /一张图片/));
  expect((page.byRole('button', '用作封面') as HTMLButtonElement).disabled).toBe(true);
  await page.click(page.byRole('button', '选择图片'));
  await page.until(() => page.byRole('button', '换一张图片'));
  await page.click(page.byRole('checkbox', '全部 3 个视频都这样'));
  await page.click(page.byRole('button', '用作封面'));
  expect(page.chosen).toEqual([{ cover: { kind: 'picture', id: PICTURE.id }, picture: PICTURE, isForAll: true }]);
  await page.unmount();
});

test('a cover is given back to the platform', async () => {
  const page = await openDialog({ cover: { kind: 'picture', id: PICTURE.id }, picture: PICTURE });
  await page.click(page.byRole('radio', /由平台决定/));
  await page.click(page.byRole('button', '用作封面'));
  expect(page.chosen).toEqual([{ cover: null, picture: null, isForAll: false }]);
  await page.unmount();
});

test('a video that does not play says what to do instead, and one without an address offers no frame', async () => {
  const page = await openDialog({ cover: { kind: 'frame', at: 2 } });
  page.element.querySelector('video')?.dispatchEvent(new Event('error'));
  await page.until(() => page.text.includes('可以改用一张图片'));
  await page.unmount();
  const none = await openDialog({ url: null });
  expect(none.allByRole('radio', /视频里的一帧/)).toEqual([]);
  await none.unmount();
});
