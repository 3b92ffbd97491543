import { afterEach, expect, test } from '@rstest/core';

import { mountPlugin, partnerService, type MountedPlugin } from '#core/web/testing/index.ts';
import { MATERIALS } from '#plugins/materials/api.ts';
import { COVER_TOOLS, type CoverTool } from '#plugins/mixing/api.ts';
import { linesOf } from '#plugins/mixing/web/editor/settings/titles-from-file.ts';

import { fakeLibrary, OPENED } from './editor-kit.ts';
import { EDITOR, mixing, SAVED } from './open-editor.ts';

/** What somebody chooses next; nothing closes the choice. */
let chosen: File | undefined;
const answer = (event: Event): void => {
  const field = event.target as HTMLInputElement;
  if (field.type !== 'file') return;
  Object.defineProperty(field, 'files', { value: [chosen] });
  field.dispatchEvent(new Event(chosen === undefined ? 'cancel' : 'change'));
};
afterEach(() => document.removeEventListener('click', answer));

/** The titles of the editor, once a file was added. */
async function add(page: MountedPlugin, file: File | undefined): Promise<string[]> {
  chosen = file;
  await page.click(page.byRole('button', '从文件添加标题'));
  await page.doing(() => new Promise((done) => setTimeout(done, 50)));
  return page.allByRole('textbox', /^标题 \d+$/).map((field) => (field as HTMLInputElement).value);
}

test('a tool for covers has a name and something that it does', () => {
  const tool: CoverTool = { id: 'shine', title: 'mixing:title', apply: (cover) => cover };
  expect(COVER_TOOLS.accepts?.(tool)).toBe(true);
  expect(COVER_TOOLS.accepts?.({ ...tool, about: 'mixing:title' })).toBe(true);
  expect(COVER_TOOLS.accepts?.({ ...tool, apply: undefined } as unknown as CoverTool)).toBe(false);
  expect(COVER_TOOLS.accepts?.({ ...tool, title: 7 } as unknown as CoverTool)).toBe(false);
});

test('titles are read of a text file or a table, each once, and what is no title is told', async () => {
  const page = await mountPlugin(mixing, {
    ...{ ...EDITOR, calls: [SAVED, ...OPENED], session: { account: { features: [12] } } },
    tokens: [partnerService(MATERIALS, () => fakeLibrary())],
  });
  await page.until(() => page.text.includes('m4.mp4'));
  document.addEventListener('click', answer);
  await page.click(page.byRole('tab', '封面标题'));
  await page.until(() => page.allByRole('button', '从文件添加标题').length > 0);
  const before = await add(page, undefined);
  const titles = await add(page, new File(['三天到货\r\n\r\n包邮\n包邮\n'], 'titles.txt'));
  expect(titles).toEqual([...before, '三天到货', '包邮']);
  expect(page.toasts.shown).toEqual([]);
  const more = await add(page, new File([`包邮,1\n"买二, 送一",2\n${'长'.repeat(101)}`], 'TITLES.CSV'));
  expect(more).toEqual([...titles, '买二, 送一']);
  expect(page.toasts.shown.map(({ text }) => text).join()).toMatch(/有 2 行没有加上/);
  expect(await add(page, new File(['  \n'], 'empty.txt'))).toEqual(more);
  expect(page.toasts.shown.map(({ text }) => text).join()).toMatch(/文件里没有文字/);
  await page.unmount();
});

test('a table is read by its first column, in quotes or not', () => {
  expect(linesOf('a;b\n"c ""d"", e",f\n\tg', true)).toEqual(['a', 'c "d", e']);
  expect(linesOf('a, b\na, b', false)).toEqual(['a, b']);
});
