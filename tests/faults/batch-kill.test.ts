import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { until } from '#tests/until.ts';

import { isAlive, temporaryFolder } from '../integration/media/media-kit.ts';
import {
  certificateOf,
  digestsOf,
  leftoversIn,
  runMix,
  startMix,
  type MixRun,
} from '../integration/mixing/mix-command.ts';
import { drawSmallClips } from '../integration/mixing/small-clips.ts';

const COUNT = '3';
const words = (clips: string, out: string) => [
  clips,
  '--out',
  out,
  '--count',
  COUNT,
  '--transition',
  'fade',
  '--title',
  'Title',
];

let folder: string;
let clips: string;
let reference: Record<string, string>;
/** A second command in the folder in which the first was at work. */
let refused: MixRun;
before(async () => {
  folder = await temporaryFolder();
  clips = join(folder, 'clips');
  drawSmallClips(clips, 2, 2);
  const [out, cache] = [join(folder, 'reference'), join(folder, 'reference-cache')];
  const first = startMix(words(clips, out), { cache });
  await until(() => toolsBelow(folder).length > 0, 'the first command works');
  refused = await runMix(words(clips, out), { cache });
  const run = await first.ended;
  assert.equal(run.code, 0, run.stderr);
  reference = digestsOf(out);
  assert.equal(Object.keys(reference).length, Number(COUNT));
});

/** Tools that work below a folder, by what their working folder and their arguments say. */
function toolsBelow(path: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return /ffmpeg|ffprobe|espeak/.test(command) && `${readlinkSync(`/proc/${pid}/cwd`)} ${command}`.includes(path);
      } catch {
        return false;
      }
    });
}

/** The digests of what the journal says is finished. */
function finishedIn(out: string): Record<string, string> {
  const journal = join(out, '.reelport', 'outputs.jsonl');
  const lines = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : [];
  return Object.fromEntries(
    lines
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as { file: string; sha256: string })
      .map(({ file, sha256 }) => [file, sha256]),
  );
}

interface Strike {
  /** `kill` lets nothing be tidied, `interrupt` is Ctrl-C, `tool` ends a tool under the command. */
  kind: 'kill' | 'interrupt' | 'tool';
  /** It comes once so many videos are finished, while a tool works on the next. */
  after: number;
}

/** Starts the command and strikes it. @returns whether it was still at work */
async function strikeOnce({ kind, after }: Strike, seed: number, out: string, cache: string): Promise<boolean> {
  const { next } = seededRandom(seed, 31);
  const command = startMix(words(clips, out), { cache });
  const isOver = () => command.exitCode !== null;
  const isFar = () => Object.keys(finishedIn(out)).length >= after && toolsBelow(folder).length > 0;
  await until(() => isOver() || isFar(), 'the command works');
  await sleep(next() * 200);
  // Between two tools there is nothing to strike.
  await until(() => isOver() || toolsBelow(folder).length > 0, 'the command works on');
  const tools = toolsBelow(folder);
  const struck = !isOver();
  if (kind === 'kill') command.kill('SIGKILL');
  else if (kind === 'interrupt') command.kill('SIGINT');
  else if (tools[0] !== undefined) process.kill(tools[0], 'SIGKILL');
  const { code, stderr } = await command.ended;
  if (kind === 'interrupt' && code !== 0) {
    assert.equal(code, 130, stderr);
    assert.match(stderr.trimEnd(), /Run the same command again to continue\.$/);
    assert.deepEqual(leftoversIn(out), []);
  }
  await until(
    async () => !(await Promise.all(tools.map(isAlive))).includes(true) && toolsBelow(folder).length === 0,
    'tools end with the command',
    10,
  );
  return struck;
}

const BATCHES: readonly (readonly [Strike, ...Strike[]])[] = [
  [
    { kind: 'interrupt', after: 0 },
    { kind: 'kill', after: 1 },
  ],
  [
    { kind: 'kill', after: 0 },
    { kind: 'tool', after: 1 },
    { kind: 'kill', after: 2 },
  ],
];
for (const [index, strikes] of BATCHES.entries()) {
  const names = strikes.map(({ kind }) => `"${kind}"`).join(', then ');
  test(`a batch that is struck by ${names} completes at the next start, without a file lost, doubled or broken`, async () => {
    const [out, cache] = [join(folder, `out${index}`), join(folder, `cache${index}`)];
    let struck = 0;
    let before: Record<string, string> = {};
    for (const [round, strike] of strikes.entries()) {
      struck += Number(await strikeOnce(strike, index * 10 + round, out, cache));
      const finished = finishedIn(out);
      for (const [file, sha256] of Object.entries(finished)) assert.equal(reference[file], sha256, file);
      assert.deepEqual({ ...finished, ...before }, finished, 'what was finished stays finished');
      before = finished;
    }
    assert.ok(struck > 0, 'it was struck while it worked');
    const again = await runMix(words(clips, out), { cache });
    assert.equal(again.code, 0, again.stderr);
    assert.deepEqual(digestsOf(out), reference);
    assert.deepEqual(leftoversIn(out), []);
    assert.equal(certificateOf(out).outputs.length, Number(COUNT));
    assert.deepEqual(toolsBelow(folder), []);
  });
}

test('two commands at once do not work in one folder', () => {
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /Another process is making videos/);
  assert.deepEqual(leftoversIn(join(folder, 'reference')), []);
});
