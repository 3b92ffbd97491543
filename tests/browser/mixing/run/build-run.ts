import { createScope } from '#core/web/create-scope.ts';
import { SentEvents, FakeI18n, RecordedToasts, ScriptedHttp, type Answer } from '#core/web/testing/index.ts';
import type { MixOutput, MixRun } from '#plugins/mixing/calls.ts';
import { FollowedRun } from '#plugins/mixing/web/run/FollowedRun.ts';

export const RUN = '01890000-0000-7000-8000-0000000000c1';
export const PROJECT = '01890000-0000-7000-8000-0000000000b1';
const TIME = '2026-01-01T00:00:00.000Z';

export function idOf(number: number): string {
  return `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export function buildRun(overrides: Partial<MixRun> = {}): MixRun {
  return {
    ...{ id: RUN, projectId: PROJECT, state: 'rendering', name: '港口日落', ratio: '9:16', count: 4, planned: 4 },
    ...{
      made: 0,
      failed: 0,
      progress: 0.1,
      secondsLeft: { least: 18, most: 22 },
      bytes: null,
      distance: null,
      share: null,
      seed: 1,
    },
    ...{ loosenedFrom: null, further: null, groups: 3, alike: [], glyphs: [] },
    ...{ refused: [], error: null, createdAt: TIME, updatedAt: TIME },
    ...overrides,
  };
}

/** Video `number` of a run, counted from 1; its picture and addresses are there once it is made. */
export function buildOutput(number: number, overrides: Partial<MixOutput> = {}): MixOutput {
  const state = overrides.state ?? 'made';
  const isMade = state === 'made';
  const name = `港口日落-00${number}.mp4`;
  return {
    ...{ id: idOf(number), position: number - 1, state, progress: isMade ? 1 : 0, error: null, shots: [], title: null },
    ...{ fileId: isMade ? idOf(100 + number) : null, seconds: isMade ? 12 : null, name, size: isMade ? 1000 : null },
    ...{ loudnessRange: isMade ? 4.2 : null, like: null },
    url: isMade ? `/files/${number}?s=1` : null,
    downloadUrl: isMade ? `/files/${number}?s=2` : null,
    poster: isMade ? `/files/${number}.jpg?s=1` : null,
    ...overrides,
  };
}

/** A page of outputs as the server answers it. */
export function outputPage(
  items: MixOutput[],
  { revision = 1, working = [] }: { revision?: number; working?: Array<{ id: string; progress: number }> } = {},
) {
  return { items, nextCursor: null, total: items.length, revision, working };
}

/** A run that is followed, against a server that answers what was scripted. */
export function followedRun(...answers: Answer[]) {
  const http = new ScriptedHttp(answers, new RecordedToasts());
  const events = new SentEvents();
  return {
    http,
    events,
    run: new FollowedRun(RUN, { scope: createScope('test'), http, events, i18n: new FakeI18n() }),
  };
}

/** Waits until something is so. */
export async function until(check: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (check()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it did not come about');
}
