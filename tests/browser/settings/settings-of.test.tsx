import { autorun, runInAction } from 'mobx';
import { expect, test } from '@rstest/core';
import { z } from 'zod';

import { operatorSettingsChanged, settingsChanged } from '#core/contract/kernel-events.ts';
import { defineSettings } from '#core/contract/plugin-settings.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { createSettings } from '#core/web/settings/create-settings.ts';
import { settingsOf } from '#core/web/settings/settings-of.ts';
import { usePluginSettings } from '#core/web/react/use-plugin-settings.ts';
import {
  answerRaw,
  buildManifest,
  mountPlugin,
  RecordedToasts,
  refuse,
  ScriptedHttp,
  SentEvents,
  type Answer,
} from '#core/web/testing/index.ts';

const settings = defineSettings({
  account: z.object({ opacity: z.number().default(0.8), label: z.string().default('mine') }),
  operator: z.object({ limit: z.int().default(5), key: z.string().default('').meta({ secret: true }) }),
});
const manifest = buildManifest({ id: 'stamp', routes: [{ path: '/stamp', page: 'Stamp' }] });
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function Stamp() {
  const { account, operator, set } = usePluginSettings(settings);
  return (
    <button type="button" onClick={() => void set({ opacity: account.opacity / 2 })}>
      {account.opacity} {account.label} {operator.limit}
    </button>
  );
}
const web = defineWeb({ pages: { Stamp: async () => ({ default: Stamp }) } });

/** The real settings under the typed ones, over a scripted server. */
function build(answers: readonly Answer[]) {
  const http = new ScriptedHttp(answers, new RecordedToasts());
  const events = new SentEvents();
  const service = createSettings({ http: () => http, events, userId: () => 'a', report: () => undefined });
  const context = { get: () => service.forPlugin('stamp') } as unknown as Parameters<typeof settingsOf>[0];
  return { http, events, service, stamp: settingsOf(context, settings) };
}
const account = (values: object) => answerRaw('GET', '/api/settings/stamp', { values });
const operator = (values: object) => answerRaw('GET', '/api/plugins/stamp/settings', { values });

test('what is decided at one moment can wait until all is read, also when it cannot be read', async () => {
  const { stamp, service, http } = build([account({ opacity: 0.3 }), operator({ limit: 9 })]);
  await stamp.load();
  expect([stamp.account.opacity, stamp.operator.limit]).toEqual([0.3, 9]);
  await stamp.load();
  expect(http.made.length).toBe(2);
  service.dispose();

  const gone = build([
    refuse({ method: 'GET', path: '/api/settings/stamp' }, 'gone'),
    refuse({ method: 'GET', path: '/api/plugins/stamp/settings' }, 'gone'),
  ]);
  await gone.stamp.load();
  expect([gone.stamp.account.opacity, gone.stamp.operator.limit]).toEqual([0.8, 5]);
  gone.service.dispose();
});

test('defaults stand until something is loaded, and for what does not fit', async () => {
  const { stamp, service } = build([account({ opacity: 'much', label: 'theirs' }), operator({ limit: 9 })]);
  const seen: unknown[] = [];
  const stop = autorun(() => void seen.push([stamp.account, stamp.operator]));
  await settle();
  expect(seen[0]).toEqual([
    { opacity: 0.8, label: 'mine' },
    { limit: 5, key: '' },
  ]);
  expect(seen.at(-1)).toEqual([
    { opacity: 0.8, label: 'theirs' },
    { limit: 9, key: '' },
  ]);
  stop();
  service.dispose();
});

test('nothing changed is the same object, observed or not', () => {
  const { stamp } = build([account({}), operator({})]);
  expect(stamp.account).toBe(stamp.account);
});

test('what is set stands at once, goes out as one request, and is taken back when the server refuses', async () => {
  const put = { method: 'PUT', path: '/api/settings/stamp' } as const;
  const { stamp, http, service } = build([
    account({ label: 'kept' }),
    operator({}),
    answerRaw('PUT', put.path, { values: { label: 'kept', opacity: 0.4 } }),
    refuse(put, 'no'),
  ]);
  const stop = autorun(() => void [stamp.account, stamp.operator]);
  await settle();
  const setting = stamp.set({ opacity: 0.4, label: undefined });
  await Promise.resolve();
  expect(stamp.account).toEqual({ opacity: 0.4, label: 'mine' });
  await setting;
  expect(http.made.filter(({ method }) => method === 'PUT')[0]?.body).toEqual({
    values: { opacity: 0.4, label: null },
  });
  await expect(stamp.set({ opacity: 99, label: 'wrong' })).rejects.toThrow('no');
  expect(stamp.account).toEqual({ opacity: 0.4, label: 'kept' });
  stop();
  service.dispose();
});

test('changes on another device and by operators arrive by their events, each read once more', async () => {
  const { stamp, events, http, service } = build([
    account({ opacity: 0.1 }),
    account({ opacity: 0.2 }),
    operator({ limit: 1 }),
    operator({ limit: 2 }),
  ]);
  const stop = autorun(() => void [stamp.account, stamp.operator]);
  await settle();
  expect([stamp.account.opacity, stamp.operator.limit]).toEqual([0.1, 1]);
  events.send(settingsChanged, { namespace: 'other' });
  events.send(operatorSettingsChanged('other'));
  await settle();
  expect(http.made.length).toBe(2);
  events.send(settingsChanged, { namespace: 'stamp' });
  events.send(operatorSettingsChanged('stamp'));
  await settle();
  expect([stamp.account.opacity, stamp.operator.limit]).toEqual([0.2, 2]);
  stop();
  service.dispose();
  expect(events.listening).toBe(0);
});

test('another account begins with the defaults', async () => {
  const { stamp, service } = build([account({ opacity: 0.1 }), account({}), operator({ limit: 1 }), operator({})]);
  const stop = autorun(() => void [stamp.account, stamp.operator]);
  await settle();
  service.clear();
  expect([stamp.account.opacity, stamp.operator.limit]).toEqual([0.8, 5]);
  await settle();
  expect([stamp.account.opacity, stamp.operator.limit]).toEqual([0.8, 5]);
  stop();
  service.dispose();
});

test('a component reads them typed, sets them, and is drawn anew when they change', async () => {
  const page = await mountPlugin({ manifest, web });
  expect(page.text).toContain('0.8 mine 5');
  await page.click(page.byRole('button'));
  expect(page.text).toContain('0.4 mine 5');
  await page.doing(() => runInAction(() => page.settings.operator.set('limit', 7)));
  expect(page.text).toContain('0.4 mine 7');
  await page.unmount();
});
