import { expect, test } from '@rstest/core';
import { autorun, observable, runInAction } from 'mobx';

import { defineWeb } from '#core/web/define-web.ts';
import { HttpFailure } from '#core/web/http/http.ts';
import { pluginOfStack } from '#core/web/trace/plugin-of-stack.ts';
import { buildManifest, fakeKernel } from '#core/web/testing/index.ts';

async function activeDemo() {
  const fake = await fakeKernel({ manifest: buildManifest(), web: defineWeb({}) });
  const { context } = await fake.kernel.plugins.ensure('demo', 'route:/');
  return { ...fake, context };
}

function faultOf(plugin: string): Error {
  const error = new Error('broken');
  error.stack = `Error: broken\n    at run (https://reelport.test/assets/plugin-${plugin}-web-index-ts.1a2b3c4d.js:1:99)`;
  return error;
}

test('a stack leads to the innermost plugin in it, developing and built', () => {
  const built =
    'Error: x\n  at a (https://r.test/assets/vendor.1a.js:1:1)\n  at b (https://r.test/assets/plugin-mix-cut-web-index-ts.1a.js:1:1)';
  expect(pluginOfStack(built, ['mix', 'mix-cut'])).toBe('mix-cut');
  expect(pluginOfStack('Error: x\n  at a (http://r.test/plugins/mix/web/MixPage.tsx:1:1)', ['mix', 'mix-cut'])).toBe(
    'mix',
  );
  expect(pluginOfStack('Error: x\n  at a (http://r.test/assets/main.js:1:1)', ['mix'])).toBeUndefined();
  expect(pluginOfStack(undefined, ['mix'])).toBeUndefined();
});

test('a timer or a listener of a plugin that breaks is put down to it', async () => {
  const { context, faults, kernel } = await activeDemo();
  const target = new EventTarget();
  context.scope.listen(target, 'ping', () => {
    throw new Error('broken');
  });
  target.dispatchEvent(new Event('ping'));
  expect(faults).toMatchObject([{ plugin: 'demo', phase: 'effect' }]);
  await kernel.dispose();
});

test('the files of a plugin from outside are known by their address', () => {
  const stack = 'Error: broken\n    at Page (https://reelport.test/plugin-files/mine/1.0.0+0a1b2c/web.mjs?r=1:1:99)';
  expect(pluginOfStack(stack, ['other', 'mine'])).toBe('mine');
  expect(pluginOfStack(stack.replace('/mine/', '/mine-two/'), ['mine'])).toBeUndefined();
});

test('a reaction that breaks is put down to the plugin that its stack leads through', async () => {
  const { faults, kernel } = await activeDemo();
  const stopWatching = kernel.faults.watch(window);
  const box = observable.box(0);
  const stop = autorun(() => {
    if (box.get() > 0) throw faultOf('demo');
  });
  runInAction(() => box.set(1));
  expect(faults).toMatchObject([{ plugin: 'demo', phase: 'effect' }]);
  stop();
  stopWatching();
  await kernel.dispose();
});

test('a fault is taken once, a failed or cancelled call never', async () => {
  const { faults, toasts, kernel } = await activeDemo();
  const error = new Error('broken');
  kernel.faults.take('demo', 'handler', error);
  kernel.faults.take('demo', 'promise', error);
  kernel.faults.take('demo', 'promise', new HttpFailure('refused', { kind: 'refused' }));
  kernel.faults.take('demo', 'promise', new DOMException('gone', 'AbortError'));
  expect(faults.length).toBe(1);
  expect(toasts.shown.map(({ text }) => text)).toEqual(['「映港」刚才的操作没有完成。']);
  await kernel.dispose();
});

test('a window that is not watched any more tells nothing', async () => {
  const { faults, kernel } = await activeDemo();
  const tell = (): void => {
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: faultOf('demo') }));
  };
  const stop = kernel.faults.watch(window);
  tell();
  stop();
  tell();
  expect(faults.length).toBe(1);
  await kernel.dispose();
});
