import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
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
/** Milliseconds that an undisturbed run takes. */
let whole: number;
before(async () => {
  folder = await temporaryFolder();
  clips = join(folder, 'clips');
  drawSmallClips(clips, 2, 2);
  const started = performance.now();
  const [out, cache] = [join(folder, 'reference'), join(folder, 'reference-cache')];
  const first = startMix(words(clips, out), { cache });
  await until(() => toolsBelow(folder).length > 0, 'the first command works');
  const both = performance.now();
  refused = await runMix(words(clips, out), { cache });
  const alone = performance.now();
  const run = await first.ended;
  // While there were two of them the first was slower than any other will be.
  whole = performance.now() - started - (alone - both);
  assert.equal(run.code, 0, run.stderr);
  reference = digestsOf(join(folder, 'reference'));
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

/** The parts of a folder's digests that the journal says are finished. */
function finishedIn(out: string): Record<string, string> {
  const lines = readFileSync(join(out, '.reelport', 'outputs.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'));
  return Object.fromEntries(
    lines.map((line) => JSON.parse(line) as { file: string; sha256: string }).map(({ file, sha256 }) => [file, sha256]),
  );
}

const nothing = () => ({}) as Record<string, string>;

async function interruptOnce(
  kind: 'kill' | 'interrupt' | 'tool',
  seed: number,
  out: string,
  cache: string,
): Promise<boolean> {
  const { next } = seededRandom(seed, 31);
  const command = startMix(words(clips, out), { cache });
  // Before its first tool works it has nothing to lose, and a busy machine is slow to start it.
  const started = performance.now();
  await until(() => command.exitCode !== null || toolsBelow(folder).length > 0, 'the command works');
  await sleep(whole * (0.15 + 0.8 * next()) - (performance.now() - started));
  const tools = toolsBelow(folder);
  let struck = true;
  if (kind === 'kill') command.kill('SIGKILL');
  else if (kind === 'interrupt') command.kill('SIGINT');
  else {
    struck = tools[0] !== undefined;
    if (tools[0] !== undefined) process.kill(tools[0], 'SIGKILL');
  }
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

// In the middle and late; after a kill, which lets nothing be tidied, both early and late.
for (const [round, [kind, seed]] of (
  [
    ['interrupt', 5],
    ['kill', 7],
    ['tool', 3],
    ['kill', 4],
  ] as const
).entries()) {
  test(`a batch that is struck by "${kind}" completes at the next start, without a file lost, doubled or broken (${round + 1})`, async () => {
    const [out, cache] = [join(folder, `out${round}`), join(folder, `cache${round}`)];
    await interruptOnce(kind, seed, out, cache);
    let before = nothing();
    try {
      before = finishedIn(out);
    } catch {
      // Struck before anything was finished.
    }
    for (const [file, sha256] of Object.entries(before)) assert.equal(reference[file], sha256, file);
    const again = await runMix(words(clips, out), { cache });
    assert.equal(again.code, 0, again.stderr);
    assert.deepEqual(digestsOf(out), reference);
    assert.deepEqual(leftoversIn(out), []);
    assert.equal(certificateOf(out).outputs.length, Number(COUNT));
    assert.deepEqual(toolsBelow(folder), []);
  });
}

test('a batch that is struck again and again still comes to its end', async () => {
  const [out, cache] = [join(folder, 'often'), join(folder, 'often-cache')];
  for (let seed = 100; seed < 103; seed++) await interruptOnce(seed % 2 === 0 ? 'kill' : 'interrupt', seed, out, cache);
  const last = await runMix(words(clips, out), { cache });
  assert.equal(last.code, 0, last.stderr);
  assert.deepEqual(digestsOf(out), reference);
  assert.deepEqual(leftoversIn(out), []);
});

test('two commands at once do not work in one folder', () => {
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /Another process is making videos/);
  assert.deepEqual(leftoversIn(join(folder, 'reference')), []);
});
