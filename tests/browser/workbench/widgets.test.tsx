import { expect, test } from '@rstest/core';
import { createElement } from 'react';

import { readFileCapacity } from '#core/contract/account-calls.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { answer, mountPlugin, type MountedPlugin } from '#core/web/testing/index.ts';
import { WORKBENCH_WIDGETS, type WorkbenchWidget } from '#plugins/workbench/api.ts';
import { readFirstSteps } from '#plugins/workbench/calls.ts';

import { jobsAnswer, partner, workbench } from './workbench-plugin.ts';

const CALLS = [
  answer(readFirstSteps, { material: true }),
  answer(readFileCapacity, { fdTotalSize: 1000, fdUsedSize: 100 }),
  jobsAnswer([]),
];

/** Its heading is one of the workbench's own texts. */
const widget = (id: string, load: WorkbenchWidget['load'], more: Partial<WorkbenchWidget> = {}): WorkbenchWidget => ({
  ...{ id, title: 'workbench:jobs.title', size: 'narrow', order: 20, load },
  ...more,
});
const says = (text: string): WorkbenchWidget['load'] => {
  const Says = () => createElement('p', null, text);
  return () => Promise.resolve({ default: Says });
};
const columns = (page: MountedPlugin) =>
  ['.rp-workbench__main', '.rp-workbench__side'].map((column) => page.element.querySelector(column)?.textContent ?? '');

test('plugins draw parts of the workbench, in the column and in the order that they ask for', async () => {
  const page = await mountPlugin(workbench, {
    calls: CALLS,
    partners: [
      partner((context) => {
        context.contribute(WORKBENCH_WIDGETS, widget('late', says('退潮'), { order: 30 }));
        context.contribute(WORKBENCH_WIDGETS, widget('early', says('涨潮'), { order: 5 }));
        context.contribute(WORKBENCH_WIDGETS, widget('wide', says('海图'), { size: 'wide' }));
      }),
    ],
  });
  await page.until(() => ['退潮', '涨潮', '海图', '已用 100 B'].every((text) => page.text.includes(text)));
  const [main = '', side = ''] = columns(page);
  expect([main.includes('海图'), side.includes('海图')]).toEqual([true, false]);
  expect(['涨潮', '已用 100 B', '退潮', '版本'].map((text) => side.indexOf(text))).toEqual(
    ['涨潮', '已用 100 B', '退潮', '版本'].map((text) => side.indexOf(text)).toSorted((a, b) => a - b),
  );
  expect(page.faults).toEqual([]);
  await page.unmount();
});

/** Adds parts of plugins to a workbench that stands: what fails while it is mounted fails the test. */
async function withParts(loads: Readonly<Record<string, WorkbenchWidget['load']>>): Promise<MountedPlugin> {
  const contexts = new Map<string, PluginContext>();
  const partners = Object.keys(loads).map((id) => partner((context) => void contexts.set(id, context), id));
  const page = await mountPlugin(workbench, { calls: CALLS, partners });
  await page.until(() => contexts.size === partners.length);
  await page.doing(() => {
    for (const [id, load] of Object.entries(loads)) contexts.get(id)?.contribute(WORKBENCH_WIDGETS, widget(id, load));
  });
  return page;
}

test('a part that fails is told of in its place with its plugin’s name, and the rest of the workbench stays', async () => {
  const sunk = (): never => {
    throw new Error('sunk');
  };
  const page = await withParts({
    sinks: () => Promise.resolve({ default: sunk }),
    gone: () => Promise.reject(new Error('gone')),
    throws: sunk,
    nothing: () => Promise.resolve({} as never),
    waits: () => new Promise(() => undefined),
    whole: says('涨潮'),
  });
  await page.until(() => page.allByRole('alert').length === 4);
  await page.until(() => page.text.includes('涨潮') && page.text.includes('已用 100 B'));
  const faulty = page.faults.map(({ plugin, phase }) => `${plugin} ${phase}`);
  expect([...new Set(faulty)].toSorted()).toEqual(['gone render', 'nothing render', 'sinks render', 'throws render']);
  await page.unmount();
});

test('a part that could not be loaded is loaded again when somebody tries again', async () => {
  let tries = 0;
  const page = await withParts({
    shaky: () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('gone')) : says('涨潮')();
    },
  });
  await page.until(() => page.allByRole('alert').length === 1);
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.text.includes('涨潮'));
  expect(tries).toBe(2);
  await page.unmount();
});

test('what is no such part is refused where it is contributed', async () => {
  const refused: unknown[] = [];
  const page = await mountPlugin(workbench, {
    calls: CALLS,
    partners: [
      partner((context) => {
        for (const wrong of [{ size: 'huge' }, { order: NaN }, { load: null }, { title: 1 }]) {
          try {
            context.contribute(WORKBENCH_WIDGETS, { ...widget('wrong', says('涨潮')), ...wrong } as WorkbenchWidget);
          } catch (error) {
            refused.push(error);
          }
        }
      }),
    ],
  });
  await page.until(() => page.text.includes('已用 100 B'));
  expect([refused.length, page.text.includes('涨潮')]).toEqual([4, false]);
  await page.unmount();
});
