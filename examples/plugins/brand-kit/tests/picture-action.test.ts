import { readMaterial } from '@reelport/core/plugins/materials';
import { exampleOf } from '@reelport/core/testing';
import { expect, test } from '@rstest/core';

import type { Kit } from '../calls.ts';
import { pictureAction } from '../web/picture-action.ts';

const kit = (name: string): Kit => ({
  ...{ id: crypto.randomUUID(), name, color: '#ff8800', outlineColor: '#002244', paletteTask: null },
  ...{ size: 90, position: 0.4, watermark: '' },
});

/** Runs the action on a picture; what it does is written down. */
async function run(kits: readonly Kit[], chosen?: string): Promise<string[]> {
  const done: string[] = [];
  const nameOf = (id: string) => kits.find((each) => each.id === id)?.name;
  const action = pictureAction({
    kits: () => ({
      loadAll: async () => undefined,
      kits,
      edit: ({ name }) => void done.push(`edits ${name}`),
      extract: async (id, picture) =>
        void done.push(`takes ${picture === first.id ? 'the first' : picture} for ${nameOf(id)}`),
    }),
    ask: async (all) => all.find(({ name }) => name === chosen)?.id,
    tellNone: () => void done.push('tells that there is none'),
    show: async () => void done.push('shows the kits'),
  });
  const [first, second] = [exampleOf(readMaterial.data), exampleOf(readMaterial.data)];
  await action.run([first, second]);
  return done;
}

test('the colours of a picture go to the only kit, or to the one that is chosen', async () => {
  const taken = ['takes the first for Night', 'edits Night', 'shows the kits'];
  expect(await run([kit('Night')])).toEqual(taken);
  expect(await run([kit('Harbour'), kit('Night')], 'Night')).toEqual(taken);
  expect(await run([kit('Harbour'), kit('Night')])).toEqual([]);
  expect(await run([])).toEqual(['tells that there is none']);
});
