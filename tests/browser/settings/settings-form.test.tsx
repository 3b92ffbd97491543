import { expect, test } from '@rstest/core';
import { z } from 'zod';

import { defineSettings } from '#core/contract/plugin-settings.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { HttpFailure } from '#core/web/http/http.ts';
import { createScope } from '#core/web/create-scope.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { SettingsForm } from '#core/web/views/settings/SettingsForm.tsx';
import { SettingsFormStore } from '#core/web/views/settings/SettingsFormStore.ts';
import { buildManifest, mountPlugin } from '#core/web/testing/index.ts';

const { schemas } = defineSettings({
  account: z.object({
    line: z.string().default('hello'),
    story: z.string().max(2000).default(''),
    opacity: z.number().min(0).max(1).default(0.8).meta({ title: 'Opacity', description: 'How much shows through' }),
    copies: z.int().default(1),
    loud: z.boolean().default(false),
    tint: z.string().default('#ff0000').meta({ format: 'color' }),
    corner: z.enum(['left', 'right']).default('left'),
    size: z.enum(['xs', 's', 'm', 'l', 'xl']).default('m'),
    tags: z.array(z.string()).max(2).default([]),
    days: z.array(z.enum(['mo', 'tu'])).default([]),
    key: z.string().default('').meta({ secret: true }),
  }),
});
const shape = schemas.account;
if (shape === null) throw new TypeError('no shape');

type Values = Record<string, unknown>;

/** A form over a server in memory; what `refuse` names is refused. */
async function open(stored: Values = {}, refuse: string[] = []) {
  let values = stored;
  const written: Values[] = [];
  const store = new SettingsFormStore(new LiveValue(createScope('test'), async () => values), async (changes) => {
    written.push(changes);
    const wrong = Object.keys(changes).find((name) => refuse.includes(name));
    if (wrong !== undefined) {
      const fields = [{ field: `body.values.${wrong}`, error: 'core:field.invalid', message: `${wrong} is wrong` }];
      throw new HttpFailure('refused', { kind: 'refused', status: 422, data: { fields } });
    }
    values = Object.fromEntries(Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null));
    return values;
  });
  await store.values.load();
  const page = await mountPlugin({
    manifest: buildManifest({ id: 'demo', routes: [{ path: '/demo', page: 'Form' }] }),
    web: defineWeb({
      pages: {
        Form: async () => ({
          default: () => <SettingsForm store={store} plugin="demo" shape={shape as never} label="Demo" />,
        }),
      },
    }),
  });
  const row = (key: string) => page.element.querySelector<HTMLElement>(`[data-setting="${key}"]`) as HTMLElement;
  const field = (key: string, selector = 'input, textarea, select') =>
    row(key).querySelector<HTMLInputElement>(selector) as HTMLInputElement;
  const leave = (element: Element) =>
    page.doing(() => element.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  const serve = async (next: Values) => {
    values = next;
    await page.doing(() => store.values.load());
  };
  return { ...page, page, store, written, row, field, leave, serve };
}

test('each kind of field has its control, with its name, description and default', async () => {
  const { page, field, row } = await open();
  const kinds = [...page.element.querySelectorAll<HTMLElement>('[data-setting]')].map(({ dataset }) => dataset['kind']);
  expect(kinds).toEqual([
    'text',
    'long',
    'number',
    'number',
    'switch',
    'color',
    'choice',
    'choice',
    'list',
    'list',
    'secret',
  ]);
  expect(field('line').value).toBe('hello');
  expect(field('story').tagName).toBe('TEXTAREA');
  expect(field('opacity', '[role=slider]').getAttribute('aria-valuenow')).toBe('0.8');
  expect(field('copies', '[role=slider]')).toBe(null);
  expect(page.byRole('switch').getAttribute('aria-checked')).toBe('false');
  expect(field('tint', '[type=color]').value).toBe('#ff0000');
  expect(page.allByRole('radio')).toHaveLength(2);
  expect(row('size').querySelector('[role=combobox]')?.getAttribute('aria-haspopup')).toBe('listbox');
  expect(page.allByRole('checkbox')).toHaveLength(2);
  expect(field('key').type).toBe('password');
  expect(row('opacity').textContent).toContain('How much shows through');
  expect(row('opacity').textContent).toContain('默认：0.8');
  const described = field('opacity', '[role=spinbutton]').getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'How much shows through',
    '默认：0.8',
  ]);
  expect(row('opacity').querySelector('label')?.htmlFor).toBe(field('opacity', '[role=spinbutton]').id);
  await page.unmount();
});

test('a text is kept when it is left, once, and Esc gives it up', async () => {
  const { page, field, leave, written, row } = await open();
  await page.fill(field('line'), 'draft');
  await page.press(field('line'), 'Escape');
  expect(field('line').value).toBe('hello');
  await page.fill(field('line'), 'other');
  expect(written).toEqual([]);
  await leave(field('line'));
  await page.until(() => row('line').textContent?.includes('已保存'));
  await leave(field('line'));
  expect(written).toEqual([{ line: 'other' }]);
  await page.unmount();
});

test('what the server refuses is told beside its field and stays there to be mended', async () => {
  const { page, field, leave, row, store } = await open({ line: 'kept' }, ['line', 'loud']);
  await page.fill(field('line'), 'wrong');
  await leave(field('line'));
  await page.until(() => row('line').textContent?.includes('line is wrong'));
  expect(field('line').value).toBe('wrong');
  expect(field('line').getAttribute('aria-invalid')).toBe('true');
  expect(row('line').querySelector('[role=alert]')?.textContent).toBe('line is wrong');
  expect(row('story').querySelector('[role=alert]')).toBe(null);
  await page.press(field('line'), 'Escape');
  expect(field('line').value).toBe('kept');
  expect(row('line').querySelector('[role=alert]')).toBe(null);

  // A switch has nothing to mend: it goes back.
  await page.click(page.byRole('switch'));
  await page.until(() => row('loud').textContent?.includes('loud is wrong'));
  expect(page.byRole('switch').getAttribute('aria-checked')).toBe('false');
  expect(store.drafts.size).toBe(0);
  await page.unmount();
});

test('switches, choices and lists are kept at once', async () => {
  const { page, field, row, written } = await open();
  await page.click(page.byRole('switch'));
  await page.click(page.byRole('radio', 'right'));
  await page.click(page.byRole('checkbox', 'tu'));
  await page.click(page.byRole('checkbox', 'mo'));
  await page.fill(field('tags'), '  one ');
  await page.press(field('tags'), 'Enter');
  await page.until(() => row('tags').textContent?.includes('one'));
  await page.fill(field('tags'), 'one');
  await page.press(field('tags'), 'Enter');
  await page.fill(field('tags'), 'two');
  await page.press(field('tags'), 'Enter');
  await page.until(() => row('tags').textContent?.includes('已到上限'));
  await page.click(page.byRole('button', '移除「one」'));
  await page.until(() => written.length === 7);
  expect(written).toEqual([
    { loud: true },
    { corner: 'right' },
    { days: ['tu'] },
    { days: ['mo', 'tu'] },
    { tags: ['one'] },
    { tags: ['one', 'two'] },
    { tags: ['two'] },
  ]);
  expect(document.activeElement).toBe(field('tags'));
  await page.unmount();
});

test('a slider is kept when it is let go, and an emptied number goes back to its default', async () => {
  const { page, field, leave, written } = await open({ copies: 4 });
  const slider = field('opacity', '[role=slider]');
  const send = (type: string) =>
    page.doing(() => slider.dispatchEvent(new KeyboardEvent(type, { key: 'ArrowLeft', bubbles: true })));
  for (let press = 0; press < 55; press += 1) await send('keydown');
  expect(field('opacity', '[role=spinbutton]').value).toBe('0.25');
  expect(written).toEqual([]);
  await send('keyup');
  await page.until(() => written.length === 1);
  await page.fill(field('copies'), '');
  await leave(field('copies'));
  await page.until(() => written.length === 2);
  expect(written).toEqual([{ opacity: 0.25 }, { copies: null }]);
  expect(field('copies').value).toBe('1');
  await page.unmount();
});

test('a field that was set goes back to its default, and the focus to it', async () => {
  const { page, field, row, written } = await open({ line: 'set' });
  expect(page.allByRole('button', /恢复默认/)).toHaveLength(1);
  await page.click(page.byRole('button', '恢复默认：line'));
  await page.until(() => row('line').textContent?.includes('已保存'));
  expect(written).toEqual([{ line: null }]);
  expect(field('line').value).toBe('hello');
  expect(document.activeElement).toBe(field('line'));
  expect(page.allByRole('button', /恢复默认/)).toHaveLength(0);
  await page.unmount();
});

test('a secret is never shown: it is set anew or taken away', async () => {
  const { page, field, leave, written, row } = await open({ key: { set: true } });
  expect(field('key').value).toBe('');
  expect(field('key').placeholder).toContain('已设置');
  await leave(field('key'));
  expect(written).toEqual([]);
  await page.fill(field('key'), 'sk-new');
  await page.press(field('key'), 'Enter');
  await page.until(() => row('key').textContent?.includes('已保存'));
  expect(field('key').value).toBe('');
  await page.click(page.byRole('button', '清除：key'));
  await page.until(() => written.length === 2);
  expect(written).toEqual([{ key: 'sk-new' }, { key: null }]);
  await page.until(() => field('key').placeholder === '未设置');
  await page.unmount();
});

test('a change from elsewhere shows at once, but for what is being written', async () => {
  const { page, field, serve } = await open();
  await page.fill(field('line'), 'being written');
  await serve({ line: 'elsewhere', copies: 8 });
  expect(field('copies').value).toBe('8');
  expect(field('line').value).toBe('being written');
  await page.unmount();
});
