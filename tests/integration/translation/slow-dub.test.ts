import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { addedBy, slowedTime } from '#core/contract/slow-stretches.ts';
import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { hearSpeech } from '#core/server/services/media/speech/speech-node.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Dub } from '#plugins/translation/dub-calls.ts';
import { DUB_RULES } from '#plugins/translation/dub-plan.ts';
import { exportFactsSchema } from '#plugins/translation/export-settings.ts';
import { assertShown, frameHashes, frameTimes, say } from '#tests/integration/media/cut/cut-kit.ts';
import { loudnessOfEach, sourceOf } from '#tests/integration/media/operations/operations-kit.ts';
import { startDubKit } from '#tests/integration/translation/dub-kit.ts';
import { isOver } from '#tests/tools/tool-kit.ts';

const scope = lastFirst({ after });
let kit: Awaited<ReturnType<typeof startDubKit>>;
let video = '';
let source = '';
/** A project with a line that only a slower picture lets be spoken, and its dub. */
let id = '';
let dub: Dub;
before(async () => {
  kit = await startDubKit(scope);
  video = await kit.video('clip.mp4', { rate: 30, group: 30 });
  source = await kit.fileOf(video);
  const aside = await kit.project(null, [[1_000, 3_000, TEXT]]);
  const spoken = (await kit.speak(aside, 'c1', { text: TEXT })).data.spoken ?? 0;
  assert.ok(spoken > 2_500 && spoken < 4_500, `${spoken} ms`);
  // 1.22 times too long for its room: 1.15 by the voice, the rest by the picture.
  const next = Math.round(4_000 + spoken / 1.22) + DUB_RULES.pause;
  id = await kit.project(video, [
    [1_000, 3_000, 'Free shipping on every order today.'],
    [4_000, next - 100, TEXT],
    [next, next + 1_000, 'Order now.'],
    [8_900, 9_800, 'It is yours.'],
    [10_000, 12_000, null],
  ]);
  dub = await kit.dub(id, { slow: true });
});

const TEXT = 'This little kettle boils half a litre of water in a minute.';

const secondsOf = (path: string, stream: string): number =>
  Number(say('ffprobe', '-select_streams', stream, '-show_entries', 'stream=duration', '-of', 'csv=p=0', path).trim());

test('a line that would be left out is spoken while the picture is slower, and everything is at its new time', async () => {
  assert.equal(dub.run?.state, 'done', JSON.stringify(dub.run));
  assert.deepEqual(
    dub.lines.map(({ fault }) => fault),
    [null, null, null, null],
  );
  const [first, long, last] = dub.lines;
  assert.ok((long?.picture ?? 0) > 1.04 && (long?.picture ?? 9) <= DUB_RULES.slowest, `picture ${long?.picture}`);
  assert.ok((long?.factor ?? 0) > 1.05 && (long?.factor ?? 9) <= DUB_RULES.fastest, `voice ${long?.factor}`);
  const { stretches } = dub;
  for (const [at, { from, to, factor }] of stretches.entries()) {
    const before = stretches[at - 1];
    assert.ok(factor > 1 && factor <= DUB_RULES.slowest && to > from);
    assert.ok(Math.abs(factor - (before?.to === from ? before.factor : 1)) <= 0.02 + 1e-9, 'the pace jumps');
  }
  // Each begins where its cue is in the slower video, and none is heard while the next one is.
  assert.equal(first?.start, 1_000);
  assert.ok((last?.start ?? 0) > Math.round(4_000 + DUB_RULES.pause + (long?.spoken ?? 0) / 1.22));
  for (const [at, { start, takes, until, drift }] of dub.lines.entries()) {
    assert.ok(drift !== null && Math.abs(drift) <= DUB_RULES.drift, `line ${at} is heard ${drift} ms late`);
    // The filter that makes a voice faster gives or takes a few milliseconds, far less than the pause.
    assert.ok(start + takes <= until + 10, `line ${at} takes ${takes} of ${until - start} ms`);
    assert.ok(until + DUB_RULES.pause <= (dub.lines[at + 1]?.start ?? Infinity), `line ${at} has until ${until}`);
  }

  const path = await kit.fileOf(dub.materialId ?? '');
  const added = addedBy(stretches) / 1000;
  assert.ok(added > 0.1 && added < 0.6, `${added} s more`);
  for (const [stream, off] of [
    ['v:0', 0.6 / 30],
    ['a:0', 0.05],
  ] as const) {
    const found = secondsOf(path, stream);
    assert.ok(Math.abs(found - 14 - added) <= off, `${stream}: ${found} s, ${14 + added} were planned`);
  }
  const slower = stretches.map(({ from, to, factor }) => ({ from: from / 1000, to: to / 1000, factor }));
  assertShown(path, source, slower);
  // Only what is slower is encoded again; key frames are a second apart.
  const [made, before] = [frameHashes(path), frameHashes(source)];
  const [from, to] = [Math.floor(slower[0]?.from ?? 0), Math.ceil(slower.at(-1)?.to ?? 0)];
  assert.deepEqual(made.slice(0, from * 30), before.slice(0, from * 30));
  assert.deepEqual(made.slice(made.length - (14 - to) * 30), before.slice(to * 30));

  const [loudness] = await loudnessOfEach(kit.kit.ctx.media.runner, [path]);
  assert.ok(Math.abs((loudness?.integrated ?? 0) + 14) < 0.6, JSON.stringify(loudness));
  const heard = await hearSpeech(kit.kit.ctx.media, await sourceOf(path));
  // What follows after the pause is one speech with what is before it.
  for (const { cue, start } of dub.lines.filter((line) => line !== last)) {
    const off = Math.min(...heard.map((span) => Math.abs(span.start * 1000 - start)));
    assert.ok(off <= DUB_RULES.drift, `${cue} begins ${off} ms beside its place: ${JSON.stringify(heard)}`);
  }
  const other = slowedTime(stretches, 10_000) / 1000;
  assert.ok(
    heard.some(({ start }) => Math.abs(start - other) < 0.15),
    `the original is heard where its picture is, at ${other} s: ${JSON.stringify(heard)}`,
  );
});

test('where it is not allowed the line is left out, and the page is told what a slower picture would do', async () => {
  const heard = async (slow: boolean) => (await kit.speak(id, 'c2', { text: TEXT, slow })).data;
  const [usual, slower] = [await heard(false), await heard(true)];
  assert.deepEqual([usual.fault, usual.picture], ['long', 1]);
  assert.deepEqual([slower.fault, slower.picture], [null, dub.lines[1]?.picture]);
  assert.ok((slower.most ?? 0) > (usual.most ?? 0) && (slower.most ?? 0) >= slower.letters);
});

test('videos with the dub are as slow: their pictures, the tracks and files of their subtitles', async () => {
  const asked = { languages: ['en-US', 'zh-CN'], folder: null, sound: 'dub' };
  const added = addedBy(dub.stretches) / 1000;
  const slower = dub.stretches.map(({ from, to, factor }) => ({ from: from / 1000, to: to / 1000, factor }));
  const last = dub.lines[2];
  for (const form of ['both', 'soft']) {
    const started = await kit.call<ToolRun>('POST', `/projects/${id}/exports`, { ...asked, form });
    assert.equal(started.status, 200, JSON.stringify(started.envelope));
    const done = await kit.kit.reach(started.data.id, isOver);
    const { items } = await kit.kit.items(done.id);
    assert.deepEqual([done.state, done.made], ['done', 2], JSON.stringify(items));
    const [english, chinese] = items;
    const path = await fetched(english, '.mp4');
    for (const [stream, off] of [
      ['v:0', 0.6 / 30],
      ['a:0', 0.05],
    ] as const) {
      const found = secondsOf(path, stream);
      assert.ok(Math.abs(found - 14 - added) <= off, `${form} ${stream}: ${found} s, ${14 + added} were planned`);
    }
    if (form === 'soft') assertShown(path, source, slower);
    const written = readFileSync(await fetched(english, '.srt'), 'utf8');
    const starts = [...written.matchAll(/(\d\d),(\d{3}) -->/g)].map(([, s, ms]) => Number(s) * 1000 + Number(ms));
    assert.deepEqual(
      starts,
      dub.lines.map(({ start }) => start),
    );
    const packets = say(
      'ffprobe',
      '-select_streams',
      's:0',
      '-show_entries',
      'packet=pts_time',
      '-of',
      'csv=p=0',
      path,
    );
    const times = packets
      .trim()
      .split('\n')
      .map((time) => Math.round(Number(time) * 1000));
    assert.ok(times.includes(last?.start ?? -1), times.join(' '));
    // The original is not dubbed, and as long as it was.
    assert.ok(Math.abs(secondsOf(await fetched(chinese, '.mp4'), 'v:0') - 14) < 0.01);
    const { burned } = exportFactsSchema.parse(english?.facts);
    assert.equal(burned?.picturesEncoded ?? null, null);
    if (form === 'both') await assertBurned(path, last?.start ?? 0);
  }
});

/** That a subtitle is burned in from its new time on, and not before it. */
async function assertBurned(path: string, start: number): Promise<void> {
  const plain = await kit.fileOf(dub.materialId ?? '');
  const first = frameTimes(path).findIndex((time) => time * 1000 > start - 17);
  const differing = (frame: number): number => {
    const at = `select=eq(n\\,${frame}),crop=iw:ih/3:0:ih*2/3,format=gray`;
    const [one, other] = [path, plain].map((file) => {
      const out = join(kit.kit.folder, 'frame.gray');
      say('ffmpeg', '-y', '-i', file, '-vf', at, '-frames:v', '1', '-f', 'rawvideo', out);
      return readFileSync(out);
    });
    return one?.filter((value, pixel) => Math.abs(value - (other?.[pixel] ?? 0)) > 40).length ?? 0;
  };
  // No line is shown in the 100 ms before.
  const [without, shown] = [differing(first - 2), differing(first + 1)];
  assert.ok(without < 5 && shown > 30, `${without} pixels differ before ${start} ms, ${shown} then`);
}

async function fetched(item: ToolItem | undefined, ending: string): Promise<string> {
  const file = item?.files.find(({ name }) => name.endsWith(ending));
  assert.ok(file !== undefined, `${ending}: ${JSON.stringify(item)}`);
  const path = join(kit.kit.folder, file.name);
  writeFileSync(path, Buffer.from(await (await fetch(kit.kit.server.address + file.url)).arrayBuffer()));
  return path;
}
