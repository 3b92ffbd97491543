import { expect, test } from '@rstest/core';

import { answer } from '#core/web/testing/index.ts';
import { listMixEffects, readMixProject, type MixEffect } from '#plugins/mixing/calls.ts';
import type { Pen } from '#plugins/mixing/web/preview/pen.ts';
import { until } from '#tests/until.ts';

import { buildProject } from './build-project.ts';
import { buildRow, openEditor } from './editor-kit.ts';

const GREY: MixEffect = {
  ...{ name: 'colour-lab.grey', title: 'Grey', about: null, state: 'ready' },
  fields: [{ key: 'amount', kind: 'number', title: 'Amount', standard: 0.5 }],
};
const chosen = { name: GREY.name, params: {} };
const [first, second] = buildProject().groups;
const PROJECT = answer(readMixProject, buildRow(buildProject({ groups: [{ ...first!, effect: chosen }, second!] })));

test('what is drawn has the settings that the group does not name, and is part of the composition', async () => {
  const { store } = openEditor({ calls: [PROJECT, answer(listMixEffects, { items: [GREY] })] });
  const { preview } = store;
  await until(() => preview.effects.undrawn === 'Grey');
  expect(preview.isLive).toBe(false);
  const stop = preview.effects.draw({ name: GREY.name, draw: () => undefined }, () => undefined);
  expect(preview.effects.undrawn).toBe(null);
  await until(() => preview.composition !== null);
  const [shown, other] = preview.composition?.shots ?? [];
  expect(shown?.effect?.params).toEqual({ amount: 0.5 });
  expect(typeof shown?.effect?.draw).toBe('function');
  expect(other?.effect).toBe(null);
  stop();
  expect(preview.effects.undrawn).toBe('Grey');
  store.dispose();
});

test('a drawing that throws is reported once, and the server shows the effect from then on', async () => {
  const { store } = openEditor({ calls: [PROJECT, answer(listMixEffects, { items: [GREY] })] });
  const { effects } = store.preview;
  await until(() => effects.undrawn === 'Grey');
  const reported: unknown[] = [];
  const torn = new Error('the film tore');
  effects.draw(
    {
      name: GREY.name,
      draw() {
        throw torn;
      },
    },
    (error) => void reported.push(error),
  );
  const draw = effects.previewOf(chosen)?.draw;
  draw?.({} as Pen, { params: {}, frame: 0, frames: 90, fps: 30 });
  expect(reported).toEqual([torn]);
  expect(effects.undrawn).toBe('Grey');
  expect(effects.previewOf(chosen)?.draw).toBe(null);
  store.dispose();
});
