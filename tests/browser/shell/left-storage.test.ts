import { expect, test } from '@rstest/core';

import { listGonePlugins } from '#core/contract/plugin-index.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { buildManifest } from '#core/web/testing/builders.ts';
import { fakeKernel } from '#core/web/testing/fake-kernel.ts';
import { answer } from '#core/web/testing/scripted-http.ts';
import { watchLeftStorage } from '#host/web/watch-left-storage.ts';

const SHOWN = { manifest: buildManifest({ id: 'kept-notes' }), web: defineWeb({}) };

async function open(stored: Record<string, unknown>, gone: readonly string[]) {
  const fake = await fakeKernel(SHOWN, { calls: [answer(listGonePlugins, { ids: [...gone] })] });
  for (const [key, value] of Object.entries(stored)) fake.storage.write(key, value);
  const stop = watchLeftStorage(fake.kernel);
  return { ...fake, stop };
}

test('what a plugin has stored goes once it is installed no more; that of one out of sight stays', async () => {
  const stored = {
    'reelport.kept-notes.draft': 1,
    'reelport.gone-notes.draft': 2,
    'reelport.gone-notes.at': 3,
    'reelport.hidden-notes.draft': 4,
    'reelport.gone-notes': 5,
    'gone-notes.draft': 6,
  };
  const { storage, http, stop, kernel } = await open(stored, ['gone-notes']);
  await expect.poll(() => storage.keys()).not.toContain('reelport.gone-notes.draft');
  expect(http.made).toMatchObject([{ path: '/api/plugins/gone', query: { ids: 'gone-notes,hidden-notes' } }]);
  expect(storage.keys().toSorted()).toEqual([
    'gone-notes.draft',
    'reelport.gone-notes',
    'reelport.hidden-notes.draft',
    'reelport.kept-notes.draft',
  ]);
  stop();
  await kernel.dispose();
});

test('where nothing is left, nothing is asked', async () => {
  const { http, stop, kernel } = await open({ 'reelport.kept-notes.draft': 1, theme: 'dark' }, []);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(http.made).toEqual([]);
  stop();
  await kernel.dispose();
});
