import { expect, test } from '@rstest/core';

import { keptRun } from '#core/web/runs/kept-run.ts';

import { layOut } from '../materials/materials-plugin.ts';
import { buildItem, buildRun, idOf, openRun, RUN } from './press-run.tsx';

layOut();

const DONE = buildRun({ state: 'done', made: 2, progress: 1, secondsLeft: null });

test('what was pressed is shown once, whatever is pressed until it is there', async () => {
  const page = await openRun(DONE, [buildItem(1), buildItem(2)]);
  const cell = await page.until(() => page.element.querySelector<HTMLElement>('.rp-output'));
  const wall = page.byRole('grid');
  const { promise: closed, resolve: close } = Promise.withResolvers<undefined>();
  page.dialogs.script(closed);
  await page.click(cell as HTMLElement);
  await page.press(wall, 'Enter');
  expect(page.dialogs.opened).toHaveLength(1);
  await page.doing(() => close(undefined));
  await page.press(wall, 'Enter');
  expect(page.dialogs.opened).toHaveLength(2);
  await page.unmount();
});

test('Enter shows the first one where nothing was there yet when the wall got the focus', async () => {
  const page = await openRun(DONE, [buildItem(1), buildItem(2)]);
  await page.until(() => page.element.querySelector('.rp-output'));
  const { selection } = keptRun(page.context, RUN);
  await page.doing(() => selection.setFocus(null));
  await page.press(page.byRole('grid'), 'Enter');
  expect([selection.focus, page.dialogs.opened.length]).toEqual([idOf(1), 1]);
  await page.unmount();
});
