import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';

import type { Box } from '#core/contract/reframe.ts';
import type { TaskState } from '#core/server/services/jobs/jobs.ts';
import { until } from '#tests/until.ts';

import { AWKWARD_NAMES, drawAwkward, drawSpoiled, type AwkwardClip, type AwkwardName } from './awkward-clips.ts';
import { assertStandsKills, assertTidy, filesMade, toolsOf } from './kill-workers.ts';
import { assertShows, type Shown } from './shown-frames.ts';
import { isOver, startToolKit } from './tool-kit.ts';

/** A tool of a plugin, and what it has to do. */
export interface ToolCase {
  /** Its name: `crop.cut`. */
  tool: string;
  /** Clips that it is tried with; all when absent. */
  clips?: readonly AwkwardName[];
  /**
   * Settings of a run over all of those clips.
   * @param idOf the id of a clip’s material
   */
  settings(idOf: (name: AwkwardName) => string): object;
  /** What it makes of a clip: the videos in their order. */
  shows(clip: AwkwardClip): readonly Shown[];
  /** Settings that have every picture encoded, for runs that are broken off. */
  heavy: object;
  /** Seconds of the clips of runs whose workers are killed, and pixels along their shorter sides; 4 and 720 when absent. */
  heavyClips?: { seconds: number; side: number };
  /** Settings with a box in the picture, for a tool that takes one. */
  withBox?(box: Box): object;
  /** Settings with a part of the time, in seconds, for a tool that takes one. */
  withWindow?(window: { from: number; to: number }): object;
  /** Settings that are refused beside those. */
  refused?: Readonly<Record<string, object>>;
}

const BOXES: Record<string, Box> = {
  'a box without a width': { x: 0.2, y: 0, width: 0, height: 1 },
  'a box without a height': { x: 0.2, y: 0.2, width: 0.5, height: 0 },
  'a box that reaches out': { x: 0.7, y: 0, width: 0.5, height: 1 },
  'a box left of the picture': { x: -0.2, y: 0, width: 0.5, height: 1 },
  'a box that is no number': { x: Number.NaN, y: 0, width: 0.5, height: 1 },
};
const WINDOWS = {
  'an end before the beginning': { from: 2, to: 1 },
  'an end at the beginning': { from: 1, to: 1 },
  'a beginning before the first frame': { from: -1, to: 1 },
};

/**
 * What every tool has to stand: clips of all sorts, files that are none, settings that make no sense, a run that is
 * cancelled, and workers that are killed at any moment.
 */
export function testToolFaults({ tool, clips: names = AWKWARD_NAMES, ...own }: ToolCase): void {
  describe(`the tool ${tool}, whatever comes`, { timeout: 400_000 }, async () => {
    const kit = await startToolKit({ after }, { tool, worker: 'own' });
    const { ctx, accountId, folder } = kit;
    const worker = kit.startWorker();

    const query = async <T extends object>(sql: string) => (await ctx.db.pool.query<T>(sql)).rows;
    /** Waits until an item of a run is under way. */
    const isAtWork = (id: string, share: number) =>
      until(async () => {
        const { working } = await kit.items(id);
        if (working.some(({ progress }) => progress > share)) return true;
        assert.ok(!isOver(await kit.readRun(id)), 'the run was over before it was seen at work');
        return false;
      }, 'it is being made');

    test('of every kind of clip each frame comes out in its place, and what is no clip is told and holds nobody up', async () => {
      const clips = await drawAwkward(folder, names);
      const spoiled = await drawSpoiled(folder);
      const ids = new Map<string, string>();
      for (const { path } of [...clips, ...spoiled]) ids.set(path, await kit.adopt(path));
      const idOf = (name: AwkwardName) => ids.get(clips.find((clip) => clip.name === name)?.path ?? '') ?? '';
      const inputs = [...ids.values()];
      const { run, items } = await kit.run(inputs, own.settings(idOf), 180);
      const of = (path: string) => items.filter(({ sources }) => sources.includes(ids.get(path) ?? ''));
      for (const { path, why } of spoiled) {
        const [item, ...others] = of(path);
        assert.deepEqual([item?.state, item?.files, others.length], ['failed', [], 0], path);
        assert.match(item?.error ?? '', why);
      }
      for (const clip of clips) {
        const wanted = own.shows(clip);
        const found = of(clip.path);
        const states = found.map(({ state, error }) => error ?? state);
        assert.deepEqual(states, Array(wanted.length).fill('made'), clip.name);
        for (const [at, item] of found.entries()) {
          const shown = wanted[at];
          if (shown !== undefined) assertShows(await kit.download(item), clip, shown);
        }
      }
      assert.deepEqual([run.state, run.failed], ['done', spoiled.length]);
      await assertTidy(kit);
    });

    test('settings that make no sense are refused before anything is made', async () => {
      const input = await kit.adopt((await drawAwkward(folder, ['plain']))[0]?.path ?? '');
      const cases = { ...own.refused, ...each(BOXES, own.withBox), ...each(WINDOWS, own.withWindow) };
      const runs = await query('select id from core_tool_runs');
      for (const [name, settings] of Object.entries(cases)) {
        assert.equal(await kit.refusal([input], settings), 422, name);
      }
      assert.deepEqual(await query('select id from core_tool_runs'), runs);
      const late = own.withWindow?.({ from: 60, to: 61 });
      if (late === undefined) return;
      const { run, items } = await kit.run([input], late);
      assert.deepEqual([run.made, items[0]?.state, typeof items[0]?.error], [0, 'failed', 'string']);
    });

    test('a run that is cancelled stops at once, and leaves nothing behind', async () => {
      // Long enough to be caught at work, however quick the tool is: progress is told once a second.
      const clip = await kit.clip('cancelled.mp4', '1280x720', { seconds: 24 });
      const before = await filesMade(kit);
      const { id } = await kit.start([clip], own.heavy);
      await isAtWork(id, 0.1);
      await kit.call('POST', `/api/tool-runs/${id}/cancel`);
      await until(() => toolsOf(kit).length === 0, 'nothing works on it', 5);
      const run = await kit.reach(id, isOver);
      assert.deepEqual([run.state, run.made], ['cancelled', 0]);
      assert.deepEqual(await filesMade(kit), before);
      await until(async () => (await ctx.jobs.list(accountId, { subjectId: id, states: OPEN })).length === 0);
      await assertTidy(kit);
    });

    test('kill -9 at any moment: in the end everything is made once, byte for byte as it would be', async (t) => {
      const { seconds, side } = own.heavyClips ?? { seconds: 4, side: 720 };
      const long = (side * 16) / 9;
      const heavyClips = async (...sizes: string[]) =>
        Promise.all(sizes.map((size) => kit.clip(`${size}.mp4`, size, { seconds })));
      const clips = await heavyClips(`${long}x${side}`, `${long}x${side + 2}`, `${side + 2}x${long}`);
      await assertStandsKills(t, kit, { worker, begin: () => kit.start(clips, own.heavy) });
    });
  });
}

/** The settings of each case; none for a tool that takes nothing of the sort. */
function each<T>(cases: Readonly<Record<string, T>>, settings?: (one: T) => object): Record<string, object> {
  if (settings === undefined) return {};
  return Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, settings(one)]));
}

const OPEN: TaskState[] = ['queued', 'running', 'cancelling'];
