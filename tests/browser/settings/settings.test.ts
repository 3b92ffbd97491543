import { autorun } from 'mobx';
import { expect, test } from '@rstest/core';

import { deliverEvent } from '#core/contract/event.ts';
import { settingsChanged } from '#core/contract/kernel-events.ts';
import { createSettings } from '#core/web/settings/create-settings.ts';
import { answerRaw, RecordedToasts, refuse, ScriptedHttp, type Answer } from '#core/web/testing/index.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const read = (namespace: string, values: object) => answerRaw('GET', `/api/settings/${namespace}`, { values });
const write = (namespace: string, values: object) => answerRaw('PUT', `/api/settings/${namespace}`, { values });

function build(answers: readonly Answer[], userId: string | null = 'a') {
  const http = new ScriptedHttp(answers, new RecordedToasts());
  const faults: unknown[] = [];
  const heard: { changed(data: unknown): void; resync(): void }[] = [];
  const settings = createSettings({
    http: () => http,
    events: {
      connected: true,
      on(event, changed, resync = () => undefined) {
        const take = (data: unknown): void => deliverEvent(event, data, changed);
        if (event.topic === settingsChanged.topic) heard.push({ changed: take, resync });
        return () => void heard.pop();
      },
    },
    userId: () => userId,
    report: (error) => void faults.push(error),
  });
  return { settings, http, faults, heard };
}

test('the first read loads a namespace once, and what reads it is told', async () => {
  const { settings, http } = build([read('mixing', { ratio: '9:16' })]);
  const mixing = settings.forPlugin('mixing');
  const seen: unknown[] = [];
  const stop = autorun(() => void seen.push([mixing.read('ratio'), mixing.read('other')]));
  await settle();
  stop();
  expect(seen).toEqual([
    [undefined, undefined],
    ['9:16', undefined],
  ]);
  expect(http.made.length).toBe(1);
});

test('nothing is asked for while nobody is logged in', async () => {
  const { settings, http } = build([], null);
  expect(settings.read('theme')).toBe(undefined);
  await settle();
  expect(http.made).toEqual([]);
});

test('a value is there at once, and one plugin sees nothing of another', async () => {
  const { settings, http } = build([
    read('mixing', {}),
    write('mixing', { a: 1 }),
    read('voice', {}),
    read('shell', {}),
  ]);
  const writing = settings.forPlugin('mixing').write('a', 1);
  await Promise.resolve();
  expect(settings.forPlugin('mixing').read('a')).toBe(1);
  await writing;
  expect([settings.forPlugin('voice').read('a'), settings.read('a')]).toEqual([undefined, undefined]);
  expect(http.made[0]).toMatchObject({ method: 'PUT', path: '/api/settings/mixing', body: { values: { a: 1 } } });
  await settle();
});

test('undefined takes a key away', async () => {
  const { settings, http } = build([write('shell', {})]);
  await settings.write('a', undefined);
  expect(http.made[0]?.body).toEqual({ values: { a: null } });
});

test('a write that fails is taken back', async () => {
  const { settings } = build([read('shell', { a: 1 }), refuse({ method: 'PUT', path: '/api/settings/shell' }, 'no')]);
  settings.read('a');
  await settle();
  await expect(settings.write('a', 2)).rejects.toThrow('no');
  expect(settings.read('a')).toBe(1);
});

test('writes go out one after the other', async () => {
  const { settings, http } = build([write('shell', { a: 1 }), write('shell', { a: 2 })]);
  await Promise.all([settings.write('a', 1), settings.write('a', 2)]);
  expect(http.made.map(({ body }) => body)).toEqual([{ values: { a: 1 } }, { values: { a: 2 } }]);
  expect(settings.read('a')).toBe(2);
});

test('a change elsewhere is read anew, if anybody looked at it', async () => {
  const { settings, http, heard } = build([read('shell', { a: 1 }), read('shell', { a: 2 }), read('shell', { a: 3 })]);
  settings.read('a');
  await settle();
  heard[0]?.changed({ namespace: 'shell' });
  heard[0]?.changed({ namespace: 'mixing' });
  await settle();
  expect([settings.read('a'), http.made.length]).toEqual([2, 2]);
  heard[0]?.resync();
  await settle();
  expect(settings.read('a')).toBe(3);
});

test('another account begins with nothing, also of what is still on its way', async () => {
  let give: (values: object) => void = () => undefined;
  const slow = new Promise((resolve) => {
    give = resolve;
  });
  const { settings } = build([answerRaw('GET', '/api/settings/shell', slow), read('shell', { of: 'b' })]);
  settings.read('of');
  await settle();
  settings.clear();
  settings.read('of');
  await settle();
  give({ values: { of: 'a' } });
  await settle();
  expect(settings.read('of')).toBe('b');
});

test('settings that cannot be read are reported, not shown', async () => {
  const { settings, faults } = build([refuse({ method: 'GET', path: '/api/settings/shell' }, 'no')]);
  settings.read('a');
  await settle();
  expect(faults.length).toBe(1);
});
