import { expect, test } from '@rstest/core';
import { z } from 'zod';

import { settingsChanged } from '#core/contract/kernel-events.ts';
import { defineSettings } from '#core/contract/plugin-settings.ts';
import { readSettings, writeSettings } from '#core/contract/settings-calls.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { answer, buildManifest, mountPlugin, type TestedPlugin } from '#core/web/testing/index.ts';
import manifest from '#plugins/account/plugin.ts';
import web from '#plugins/account/web/index.ts';

const settings = (name: string) =>
  defineSettings({ account: z.object({ [name]: z.string().default('standard') }), operator: z.object({}) });
const partner = (id: string, state?: TestedPlugin['state']): TestedPlugin => ({
  manifest: buildManifest({ id, settings: settings(id) }),
  web: defineWeb({}),
  ...(state === undefined ? {} : { state }),
});

function open(path = '/settings/plugins', partners: TestedPlugin[] = [partner('stamp'), partner('voice')]) {
  let stored: Record<string, string> = {};
  return mountPlugin(
    { manifest, web },
    {
      ...{ page: 'PluginSettings', path, partners },
      calls: [
        answer(readSettings, () => ({ values: stored })),
        answer(writeSettings, ({ body }) => {
          stored = { ...stored, ...(body as { values: Record<string, string> }).values };
          return { values: stored };
        }),
      ],
    },
  );
}

test('the plugins that an account may set are listed, the first is open, and what is set is kept under its name', async () => {
  const page = await open('/settings/plugins', [
    partner('stamp'),
    partner('locked', { name: 'locked', feature: null, unlockedBy: 'level1' }),
    { manifest: buildManifest({ id: 'plain' }), web: defineWeb({}) },
    partner('voice'),
  ]);
  await page.until(() => page.allByRole('link').length > 0);
  const links = page.allByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/settings/plugins/stamp',
    '/settings/plugins/voice',
  ]);
  expect(links[0]?.getAttribute('aria-current')).toBe('page');
  await page.until(() => page.element.querySelector('[data-setting=stamp] input'));
  const field = page.element.querySelector<HTMLInputElement>('[data-setting=stamp] input') as HTMLInputElement;
  await page.fill(field, 'own');
  await page.press(field, 'Enter');
  await page.until(() => page.http.callsOf(writeSettings).length === 1);
  expect(page.http.callsOf(writeSettings)[0]).toMatchObject({
    params: { namespace: 'stamp' },
    body: { values: { stamp: 'own' } },
  });
  await page.unmount();
});

test('a plugin by its address, and another browser’s change of it', async () => {
  const page = await open('/settings/plugins/voice');
  await page.until(() => page.element.querySelector('[data-setting=voice] input'));
  const before = page.http.callsOf(readSettings).length;
  await page.doing(() => page.events.send(settingsChanged, { namespace: 'stamp' }));
  expect(page.http.callsOf(readSettings).length).toBe(before);
  await page.doing(() => page.events.send(settingsChanged, { namespace: 'voice' }));
  await page.until(() => page.http.callsOf(readSettings).length === before + 1);
  await page.unmount();
});

test('a plugin that is gone is told, and so is that there is nothing to set', async () => {
  const gone = await open('/settings/plugins/gone');
  await gone.until(() => gone.text.includes('已经不在了'));
  await gone.unmount();
  const none = await open('/settings/plugins', []);
  await none.until(() => none.text.includes('没有可以设置的项目'));
  await none.unmount();
});
