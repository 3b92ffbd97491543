import { expect, test } from '@rstest/core';
import { z } from 'zod';

import { operatorSettingsChanged } from '#core/contract/kernel-events.ts';
import { defineSettings } from '#core/contract/plugin-settings.ts';
import { answer, mountPlugin } from '#core/web/testing/index.ts';
import { readExtensionSettings, writeExtensionSettings } from '#plugins/extensions/calls.ts';

import { brandKit, extensions, FakeExtensions, shipped } from './extensions-plugin.ts';

const settings = defineSettings({
  operator: z.object({
    limit: z.int().default(5).meta({ title: 'brand-kit:title' }),
    key: z.string().default('').meta({ secret: true }),
  }),
});

test('operators set what holds for everybody, and see what another operator set', async () => {
  let values: Record<string, string | number | { set: boolean }> = { limit: 3, key: { set: true } };
  const page = await mountPlugin(extensions, {
    page: 'Extension',
    path: '/operator/plugins/stamp?tab=settings',
    calls: [
      ...new FakeExtensions([shipped({ id: 'stamp', settings })]).calls,
      answer(readExtensionSettings, () => ({ values })),
      answer(writeExtensionSettings, ({ body }) => {
        values = { ...values, ...(body as { values: typeof values }).values };
        return { values };
      }),
    ],
  });
  await page.until(() => page.element.querySelector('[data-setting=limit] input'));
  const field = page.element.querySelector<HTMLInputElement>('[data-setting=limit] input') as HTMLInputElement;
  expect(field.value).toBe('3');
  await page.fill(field, '4');
  await page.press(field, 'Enter');
  await page.until(() => page.http.callsOf(writeExtensionSettings).length === 1);
  expect(page.http.callsOf(writeExtensionSettings)[0]?.body).toEqual({ values: { limit: 4 } });
  values = { limit: 9, key: { set: true } };
  await page.doing(() => page.events.send(operatorSettingsChanged('stamp')));
  await page.until(() => field.value === '9');
  await page.unmount();
});

test('a plugin without settings for operators has no such tab', async () => {
  const page = await mountPlugin(extensions, {
    ...{ page: 'Extension', path: '/operator/plugins/brand-kit' },
    calls: new FakeExtensions([brandKit()]).calls,
  });
  await page.until(() => page.allByRole('tab').length > 0);
  expect(page.allByRole('tab', '设置')).toHaveLength(0);
  await page.unmount();
});
