import { readTask } from '@reelport/core/contract';
import { listMaterials } from '@reelport/core/plugins/materials';
import { answer, cycle, exampleOf, expectNoLeaks, mountPlugin, refuse } from '@reelport/core/testing';
import { expect, test } from '@rstest/core';
import { runInAction } from 'mobx';

import { createKit, deleteKit, extractPalette, listKits, updateKit, type Kit } from '../calls.ts';
import { kitsChanged, paletteProgress } from '../events.ts';
import manifest from '../plugin.ts';
import web from '../web/index.tsx';

const plugin = { manifest, web };
const TASK = '0190f3a0-0000-7000-8000-00000000000a';

function kit(changes: Partial<Kit> = {}): Kit {
  return {
    ...{ id: '0190f3a0-0000-7000-8000-000000000001', name: 'Harbour', color: '#ff8800', outlineColor: '#002244' },
    ...{ size: 90, position: 0.4, watermark: '@harbour', paletteTask: null },
    ...changes,
  };
}

const NIGHT = kit({ id: '0190f3a0-0000-7000-8000-000000000002', name: 'Night', watermark: '' });

test('without kits the page says how to begin, and the first kit is saved', async () => {
  const page = await mountPlugin(plugin, {
    language: 'en',
    calls: [answer(listKits, { items: [] }), answer(createKit, ({ body }) => ({ ...kit(), ...(body as Kit) }))],
  });
  await page.click(await page.until(() => page.byRole('button', 'Create the first kit')));
  const save = page.byRole('button', 'Save') as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  await page.fill(page.byRole('textbox', 'Name'), 'Harbour');
  await page.fill(page.byRole('textbox', 'Watermark'), '@harbour');
  expect(page.byRole('img', 'Cover preview').textContent).toContain('@harbour');
  await page.click(save);
  await page.until(() => page.text.includes('Harbour@harbour'));
  expect(page.http.callsOf(createKit)[0]?.body).toMatchObject({ name: 'Harbour', watermark: '@harbour' });
  expect(save.disabled).toBe(true);
  await page.unmount();
});

test('an address may ask for a new kit, once', async () => {
  const page = await mountPlugin(plugin, {
    language: 'en',
    path: '/brand-kit?new',
    calls: [answer(listKits, { items: [] })],
  });
  await page.until(() => page.byRole('textbox', 'Name'));
  expect(page.router.visited.at(-1)).toBe('/brand-kit');
  await page.unmount();
});

test('what is typed is shown on the cover at once, and is asked about before the page is left', async () => {
  const page = await mountPlugin(plugin, { language: 'en', calls: [answer(listKits, { items: [kit()] })] });
  await page.click(await page.until(() => page.byRole('button', /^Harbour/)));
  const cover = page.byRole('img', 'Cover preview');
  await page.press(page.byRole('slider', 'Position from the top'), 'PageUp');
  expect(cover.style.getPropertyValue('--bk-position')).toBe('0.5');
  await page.doing(() => page.settings.write('textScale', 50));
  expect(cover.style.getPropertyValue('--bk-size')).toBe('4.5');
  expect(page.router.asking).toBe(1);
  await page.click(page.byRole('button', 'Close'));
  expect(page.allByRole('img', 'Cover preview')).toHaveLength(0);
  await page.unmount();
});

test('a kit goes after a question only', async () => {
  const page = await mountPlugin(plugin, {
    language: 'en',
    calls: [answer(listKits, { items: [kit(), NIGHT] }), answer(deleteKit, {})],
  });
  await page.doing(() => page.settings.write('defaultKit', 'Harbour'));
  const remove = await page.until(() => page.byRole('button', 'Delete “Harbour”'));
  page.dialogs.script(false);
  await page.click(remove);
  expect(page.http.callsOf(deleteKit)).toHaveLength(0);
  await page.click(remove);
  await page.until(() => !page.text.includes('Harbour'));
  expect(page.http.callsOf(deleteKit)).toHaveLength(1);
  expect(page.settings.read('defaultKit')).toBeUndefined();
  await page.unmount();
});

test('the default follows its kit when that is renamed', async () => {
  const page = await mountPlugin(plugin, {
    language: 'en',
    calls: [answer(listKits, { items: [kit()] }), answer(updateKit, ({ body }) => ({ ...kit(), ...(body as Kit) }))],
  });
  await page.click(await page.until(() => page.byRole('button', 'Use “Harbour” as default')));
  expect(page.settings.read('defaultKit')).toBe('Harbour');
  await page.click(page.byRole('button', /^Harbour/));
  await page.fill(page.byRole('textbox', 'Name'), 'Port');
  await page.click(page.byRole('button', 'Save'));
  await page.until(() => page.settings.read('defaultKit') === 'Port');
  await page.unmount();
});

test('no more kits can be made than operators allow', async () => {
  const page = await mountPlugin(plugin, { language: 'en', calls: [answer(listKits, { items: [kit(), NIGHT] })] });
  const create = (await page.until(() => page.byRole('button', 'New kit'))) as HTMLButtonElement;
  expect(create.disabled).toBe(false);
  await page.doing(() => runInAction(() => page.settings.operator.set('mostKits', 2)));
  expect(create.disabled).toBe(true);
  await page.unmount();
});

test('colours of a picture come while one watches, and a picture that cannot be read is told', async () => {
  const task = exampleOf(readTask.data, { state: 'running' });
  const page = await mountPlugin(plugin, {
    language: 'en',
    calls: [
      answer(listKits, { items: [kit()] }),
      answer(listKits, { items: [kit({ color: '#ffee00', outlineColor: '#330000' })] }),
      answer(extractPalette, { taskId: TASK }),
      answer(readTask, task),
      answer(readTask, { ...task, state: 'succeeded', progress: 1 }),
    ],
  });
  await page.click(await page.until(() => page.byRole('button', /^Harbour/)));
  page.dialogs.script(TASK);
  await page.click(page.byRole('button', 'Take colours from a picture'));
  const bar = (await page.until(() => page.byRole('progressbar'))) as HTMLProgressElement;
  await page.doing(() => page.events.send(paletteProgress, { taskId: TASK, progress: 0.8 }));
  expect(bar.value).toBe(0.8);
  await page.doing(() => page.events.send(kitsChanged));
  await page.until(() => page.text.includes('The two colours of the picture are in place.'));
  const cover = page.byRole('img', 'Cover preview');
  await page.until(() => cover.style.getPropertyValue('--bk-color') === '#ffee00');

  const error = { code: 'brand-kit:unreadable', params: {}, message: 'It cannot be read.' };
  page.http.script(answer(extractPalette, { taskId: kit().id }), answer(readTask, { ...task, state: 'failed', error }));
  page.dialogs.script(TASK);
  await page.click(page.byRole('button', 'Take colours from a picture'));
  await page.until(() => page.text.includes('It cannot be read.'));
  await page.unmount();
});

test('what cannot be read is told with a way to try again', async () => {
  const page = await mountPlugin(plugin, {
    language: 'en',
    calls: [refuse(listKits, 'The harbour is closed.', { status: 503 }), answer(listKits, { items: [kit()] })],
  });
  await page.until(() => page.byRole('alert').textContent?.includes('The harbour is closed.'));
  await page.click(page.byRole('button', 'Try again'));
  await page.until(() => page.byRole('button', /^Harbour/));
  await page.unmount();
});

test('nothing is left of it, however often it is switched on and off', async () => {
  expectNoLeaks(
    await cycle(plugin, {
      calls: [
        answer(listKits, { items: [kit(), NIGHT] }),
        answer(listMaterials, { items: [], nextCursor: null, total: 0 }),
      ],
      dialogs: { choose: { kits: [kit()] }, picture: {} },
    }),
  );
});
