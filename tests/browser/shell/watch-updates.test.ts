import { afterEach, expect, rs, test } from '@rstest/core';

import { defineWeb } from '#core/web/define-web.ts';
import { service } from '#core/web/service.ts';
import { buildManifest } from '#core/web/testing/builders.ts';
import { fakeKernel } from '#core/web/testing/fake-kernel.ts';
import { createUpdates, UPDATES } from '#host/web/notices/updates.ts';
import { watchUpdates } from '#host/web/notices/watch-updates.ts';

async function build() {
  const updates = createUpdates('build-1');
  const world = await fakeKernel(
    { manifest: buildManifest(), web: defineWeb({}) },
    { services: [service(UPDATES, () => updates)] },
  );
  const load = rs.spyOn(world.kernel.plugins, 'load').mockResolvedValue();
  watchUpdates(world.kernel);
  return { ...world, updates, load };
}

afterEach(() => {
  rs.restoreAllMocks();
  rs.useRealTimers();
});

test('another build than the page’s is offered once, until it is taken', async () => {
  const { updates, toasts } = await build();
  updates.saw('build-1');
  updates.saw('');
  expect(toasts.shown).toEqual([]);
  updates.saw('build-2');
  updates.saw('build-3');
  expect(toasts.shown).toMatchObject([{ key: 'update', duration: 0, action: { label: '刷新' } }]);
});

test('a file of the build that is gone makes it look', async () => {
  const { load } = await build();
  const script = document.body.appendChild(document.createElement('script'));
  Object.defineProperty(script, 'src', { value: 'https://reelport.example/assets/gone.js' });
  script.dispatchEvent(new Event('error'));
  expect(load).toHaveBeenCalledTimes(1);
  const picture = document.body.appendChild(document.createElement('img'));
  picture.dispatchEvent(new Event('error'));
  expect(load).toHaveBeenCalledTimes(1);
});

test('whoever comes back to the page after a while makes it look', async () => {
  rs.useFakeTimers();
  const { load } = await build();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(load).not.toHaveBeenCalled();
  rs.setSystemTime(Date.now() + 6 * 60_000);
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(load).toHaveBeenCalledTimes(1);
});
