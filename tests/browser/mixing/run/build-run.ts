import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import type { MixRunFacts } from '#plugins/mixing/calls.ts';
import { mixOutputOf, mixRunOf, type MixOutput, type MixShot } from '#plugins/mixing/mix-run.ts';

import * as press from '../../runs/press-run.tsx';

export { idOf, itemPage, RUN } from '../../runs/press-run.tsx';
export const PROJECT = '01890000-0000-7000-8000-0000000000b1';

const FACTS: MixRunFacts = {
  ...{ ratio: '9:16', count: 4, planned: 4, secondsLeft: { least: 18, most: 22 }, bytes: null, distance: null },
  ...{ share: null, loosenedFrom: null, further: null, groups: 3, alike: [], glyphs: [], seed: 1, refused: [] },
};

/** A run of a project; what is said of it stands beside what every run has. */
export function buildRun(
  overrides: Partial<Pick<ToolRun, 'id' | 'state' | 'made' | 'failed' | 'error'> & MixRunFacts> = {},
) {
  const { id, state, made, failed, error, ...facts } = overrides;
  const own = { id, state, made, failed, error };
  return mixRunOf(
    press.buildRun({
      ...{ tool: 'mixing.mix', settings: { project: PROJECT }, facts: { ...FACTS, ...facts } },
      ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    }),
  );
}

interface Video extends Pick<ToolItem, 'state' | 'position' | 'error'> {
  shots: readonly MixShot[];
  /** What it was too much like. */
  like: string;
}

/** Video `number` of a run, counted from 1; its picture and addresses are there once it is made. */
export function buildOutput(number: number, { shots = [], like, ...overrides }: Partial<Video> = {}): MixOutput {
  const item = press.buildItem(number, { ...overrides, name: `港口日落-00${number}` });
  const isKnown = item.state === 'made' || like !== undefined;
  return mixOutputOf({
    ...item,
    files: item.files.map((file) => ({ ...file, name: `${item.name}.mp4` })),
    params: { shots, title: null },
    facts: isKnown ? { seconds: 12, loudnessRange: 4.2, like: like ?? null } : null,
  });
}
