import { expect, test } from '@rstest/core';
import { useEffect } from 'react';

import { HttpFailure } from '#core/web/http/http.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';

import { openPage, withPage } from './open-page.tsx';

test('a page that breaks while it is drawn says which plugin it is, and retry draws it anew', async () => {
  let isBroken = true;
  const { bench, kernel, faults, close } = await openPage(
    withPage(function Fragile() {
      if (isBroken) throw new Error('no picture');
      return <p>whole</p>;
    }),
  );
  await bench.until(() => bench.byRole('alert'));
  expect(bench.text).toContain('「映港」的这一页出错了');
  expect(bench.element.querySelector('details pre')?.textContent).toContain('no picture');
  expect(faults.map(({ phase }) => phase)).toContain('render');
  expect(kernel.plugins.find('demo')?.state.name).toBe('active');
  isBroken = false;
  await bench.click(bench.byRole('button', '重试'));
  expect(bench.text).toBe('whole');
  await close();
});

test('a page that broke is drawn anew once its plugin starts anew, as with another build', async () => {
  let isBroken = true;
  const { bench, kernel, close } = await openPage(
    withPage(function Fragile() {
      if (isBroken) throw new Error('no picture');
      return <p>whole</p>;
    }),
  );
  await bench.until(() => bench.byRole('alert'));
  isBroken = false;
  await bench.doing(() => kernel.plugins.stop('demo'));
  await bench.until(() => bench.text === 'whole');
  await close();
});

test('a fault in an effect ends in the same place', async () => {
  const { bench, close } = await openPage(
    withPage(function Fragile() {
      useEffect(() => {
        throw new Error('no effect');
      }, []);
      return <p>drawn</p>;
    }),
  );
  await bench.until(() => bench.byRole('alert'));
  expect(bench.element.querySelector('details pre')?.textContent).toContain('no effect');
  await close();
});

test('three faults in handlers within a minute stop the plugin, and its page says so', async () => {
  const { bench, toasts, kernel, faults, close } = await openPage(
    withPage(function Pressed() {
      return (
        <button
          type="button"
          onClick={() => {
            throw new Error('no hand');
          }}
        >
          press
        </button>
      );
    }),
  );
  await bench.until(() => bench.byRole('button', 'press'));
  await bench.click(bench.byRole('button', 'press'));
  expect(faults).toMatchObject([{ plugin: 'demo', phase: 'handler' }]);
  expect(toasts.shown.map(({ text }) => text)).toEqual(['「映港」刚才的操作没有完成。']);
  await bench.click(bench.byRole('button', 'press'));
  await bench.click(bench.byRole('button', 'press'));
  await bench.until(() => bench.byRole('alert'));
  expect(bench.text).toContain('一分钟内出错三次');
  await bench.click(bench.byRole('button', '重试'));
  await bench.until(() => bench.byRole('button', 'press'));
  expect(kernel.plugins.find('demo')?.state.name).toBe('active');
  await close();
});

test('what a wrapped handler throws later is put down to the plugin; a failed call is not', async () => {
  const errors = [new HttpFailure('refused', { kind: 'refused' }), new Error('no promise')];
  const { bench, faults, toasts, close } = await openPage(
    withPage(function Pressed() {
      const save = usePluginCallback(async () => {
        await Promise.resolve();
        throw errors.shift() ?? new Error('too often');
      });
      return (
        <button type="button" onClick={save}>
          save
        </button>
      );
    }),
  );
  await bench.until(() => bench.byRole('button', 'save'));
  await bench.click(bench.byRole('button', 'save'));
  expect(faults).toEqual([]);
  await bench.click(bench.byRole('button', 'save'));
  expect(faults).toMatchObject([{ plugin: 'demo', phase: 'promise' }]);
  expect(toasts.shown.length).toBe(1);
  await close();
});

test('what nobody caught is put down to the plugin whose code the stack leads through', async () => {
  const { bench, faults, close } = await openPage(withPage(() => <p>here</p>));
  await bench.until(() => bench.text === 'here');
  const error = new Error('later');
  error.stack =
    'Error: later\n    at save (https://reelport.test/static/js/async/plugin-demo-web-index-ts.1a2b.js:1:99)';
  const event = new Event('unhandledrejection', { cancelable: true });
  window.dispatchEvent(Object.assign(event, { reason: error }));
  expect(faults).toMatchObject([{ plugin: 'demo', phase: 'promise', error }]);
  expect(event.defaultPrevented).toBe(true);
  const stranger = new Event('unhandledrejection', { cancelable: true });
  window.dispatchEvent(Object.assign(stranger, { reason: new Error('of the shell') }));
  expect(stranger.defaultPrevented).toBe(false);
  expect(faults.length).toBe(1);
  await close();
});
