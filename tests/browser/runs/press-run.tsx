import type { ComponentType } from 'react';

import { definePlugin } from '#core/contract/plugin.ts';
import {
  listToolItems,
  listToolRuns,
  readToolRun,
  type ToolItem,
  type ToolRun,
} from '#core/contract/tool-run-calls.ts';
import { defineWeb } from '#core/web/define-web.ts';
import type { RunLook } from '#core/web/runs/run-look.ts';
import { ToolRunView } from '#core/web/runs/ToolRunView.tsx';
import { answer, mountPlugin, type Answer } from '#core/web/testing/index.ts';

export const RUN = '01890000-0000-7000-8000-0000000000c1';
const TIME = '2026-01-01T00:00:00.000Z';

export function idOf(number: number): string {
  return `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export function buildRun(overrides: Partial<ToolRun> = {}): ToolRun {
  return {
    ...{ id: RUN, tool: 'press.stamp', name: '港口日落', state: 'working', settings: {}, inputs: [], planned: 3 },
    ...{ made: 0, failed: 0, progress: 0.1, secondsLeft: 200, price: null, facts: null, error: null },
    ...{ expiresAt: null, createdAt: TIME, updatedAt: TIME, endedAt: null },
    ...overrides,
  };
}

/** Item `number` of a run, counted from 1; its file is there once it is made. */
export function buildItem(number: number, overrides: Partial<ToolItem> = {}): ToolItem {
  const state = overrides.state ?? 'made';
  const file = {
    ...{ id: idOf(100 + number), name: `stamp-${number}.mp4`, type: 'video/mp4', size: 1000 },
    ...{ url: `/files/${number}?s=1`, downloadUrl: `/files/${number}?s=2` },
  };
  return {
    ...{ id: idOf(number), position: number - 1, state, name: `stamp-${number}`, sources: [], params: null },
    ...{ progress: state === 'made' ? 1 : 0, error: null, files: state === 'made' ? [file] : [], facts: null },
    poster: state === 'made' ? `/files/${number}.jpg?s=1` : null,
    ...overrides,
  };
}

/** A page of items as the server answers it. */
export function itemPage(
  items: ToolItem[],
  { revision = 1, working = [] }: { revision?: number; working?: Array<{ id: string; progress: number }> } = {},
) {
  return { items, nextCursor: null, total: items.length, revision, working };
}

const manifest = definePlugin({
  ...{ id: 'press', version: '1.0.0', title: 'shell:runs.bar' },
  routes: [{ path: '/press/run/:id', page: 'Run' }],
});

/** How the runs of a tool are shown that has nothing to say of them. */
export const LOOK: RunLook = {
  back: () => ({ to: '/press', title: '盖章' }),
  others: { to: (id) => `/press/run/${id}` },
};

/** No other run. */
export const ALONE = answer(listToolRuns, { items: [], nextCursor: null, total: 0 });

/** What a tool's own page of a run is: these few lines. */
const pageOf = (look: RunLook) =>
  function PressRunPage() {
    return <ToolRunView id={RUN} look={look} missing={<p>没有这次运行</p>} />;
  };

/** A page of the tool's plugin. */
export function drawPage(Page: ComponentType) {
  const drawn = defineWeb({ pages: { Run: async () => ({ default: Page }) } });
  return mountPlugin({ manifest, web: drawn }, { page: 'Run', path: `/press/run/${RUN}` });
}

/** The page of a run. */
export function openRun(run: ToolRun, items: ToolItem[], others: Answer[] = [], look: Partial<RunLook> = {}) {
  const web = defineWeb({ pages: { Run: async () => ({ default: pageOf({ ...LOOK, ...look }) }) } });
  return mountPlugin(
    { manifest, web },
    {
      ...{ page: 'Run', path: `/press/run/${RUN}` },
      calls: [...others, ALONE, answer(readToolRun, run), answer(listToolItems, itemPage(items))],
    },
  );
}
