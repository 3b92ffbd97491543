import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { frameHashes, say } from '#tests/integration/media/cut/cut-kit.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { startTranslationKit } from '#tests/integration/translation/translation-kit.ts';
import { isOver } from '#tests/tools/tool-kit.ts';
import { exportOptionsSchema } from '#plugins/translation/export-options.ts';
import { exportFactsSchema } from '#plugins/translation/export-settings.ts';
import { beginExport } from '#plugins/translation/server/export/start-export.ts';
import { until } from '#tests/until.ts';

const scope = lastFirst({ after });
let kit: Awaited<ReturnType<typeof startTranslationKit>>;
let video = '';
before(async () => {
  kit = await startTranslationKit(scope);
  video = await kit.kit.clip('clip.mp4', '320x180', {
    seconds: 6,
    options: ['-f', 'lavfi', '-i', 'sine=r=48000:d=6', '-c:a', 'aac'],
  });
  const isReady = async () => (await libraryOf(kit.kit.ctx).find(kit.kit.accountId, [video])).get(video)?.state;
  await until(async () => (await isReady()) === 'ready', 'the clip is ready', 30);
});

/** A project of two lines, from 0.2 to 2.2 and from 2.7 to 4.7 s, in two languages. */
async function begin(): Promise<string> {
  const text = await kit.addText('全场包邮', '明天见');
  const { id } = await kit.begin(text.id, ['en-US', 'de-DE']);
  await kit.kit.ctx.db.pool.query('update translation_projects set material_id = $2 where id = $1', [id, video]);
  await kit.save(id, 'c1', { text: 'Free {\\i1}shipping{\\i0} <b>now</b> \\N' });
  await kit.save(id, 'c2', { text: 'See you tomorrow' });
  await kit.save(id, 'c1', { text: 'Versandkostenfrei' }, 'de-DE');
  return id;
}

interface FolderData {
  id: string;
  name: string;
  parentId: string | null;
}

async function run(id: string, body: object): Promise<{ run: ToolRun; items: ToolItem[] }> {
  const asked = { languages: ['en-US'], folder: { name: 'Exports' }, ...body };
  const started = await kit.call<ToolRun>('POST', `/projects/${id}/exports`, asked);
  assert.equal(started.status, 200, JSON.stringify(started.envelope));
  const done = await kit.kit.reach(started.data.id, isOver);
  return { run: done, items: (await kit.kit.items(done.id)).items };
}

const streams = (path: string, entries: string): string[] =>
  say('ffprobe', '-show_entries', entries, '-of', 'csv=p=0', path).trim().split('\n');

async function fetched(item: ToolItem | undefined, ending: string): Promise<string> {
  const file = item?.files.find(({ name }) => name.endsWith(ending));
  assert.ok(file !== undefined, `${ending}: ${JSON.stringify(item)}`);
  const path = join(kit.kit.folder, file.name);
  writeFileSync(path, Buffer.from(await (await fetch(kit.kit.server.address + file.url)).arrayBuffer()));
  return path;
}

test('burned subtitles are seen in their own frames, and every other frame is the video’s', async () => {
  const id = await begin();
  const { run: done, items } = await run(id, { form: 'burned', second: 'zh-CN', style: { preset: 'box-dark' } });
  assert.deepEqual([done.state, done.made], ['done', 1], JSON.stringify(items));
  const [source, made] = [frameHashes(join(kit.kit.folder, 'clip.mp4')), frameHashes(await fetched(items[0], '.mp4'))];
  assert.equal(made.length, source.length);
  // Key frames stand at 0, 1, 2 … s: what follows a subtitle up to the next one of them is encoded again, too.
  const isSame = (from: number, to: number) => made.slice(from, to).every((hash, at) => hash === source[from + at]);
  assert.ok(isSame(0, 3), 'before the first one, but for pictures that wait for it');
  assert.ok(isSame(150, 180), 'behind the last one');
  const { burned } = exportFactsSchema.parse(items[0]?.facts);
  assert.ok(burned !== null);
  assert.deepEqual([burned.changed, burned.picturesEncoded], [120, null]);
  // Counted as what it is at least: a few are encoded between the lines and then once more.
  assert.ok(burned.copied >= 24 && burned.copied <= 60, `${burned.copied} are copied`);
  const path = await fetched(items[0], '.mp4');
  for (const [frame, isShown] of [
    [5, false],
    [8, true],
    [64, true],
    [67, false],
    [82, true],
    [140, true],
    [142, false],
  ] as const) {
    const { above, below } = difference(path, frame);
    assert.ok(above < 20, `${frame}: ${above} pixels differ where no text stands`);
    assert.equal(below > 500, isShown, `${frame}: ${below} pixels differ where text stands`);
  }
});

test('what follows a line up to the next key frame is encoded once for all languages', async () => {
  const id = await begin();
  const { items } = await run(id, { form: 'burned', languages: ['en-US', 'de-DE'] });
  const hashes = await Promise.all(items.map(async (item) => frameHashes(await fetched(item, '.mp4'))));
  const [english = [], german = []] = hashes;
  assert.deepEqual([english.length, german.length], [180, 180]);
  const source = frameHashes(join(kit.kit.folder, 'clip.mp4'));
  // Two B pictures may wait for the first one of the next line.
  assert.deepEqual(english.slice(66, 78), german.slice(66, 78));
  assert.ok(
    english.slice(66, 78).every((hash, at) => hash !== source[66 + at]),
    'encoded they are',
  );
  // The second line has no translation into German, so its pictures are the video's.
  assert.ok(german.slice(90, 138).every((hash, at) => hash === source[90 + at]));
  assert.ok(english.slice(81, 141).every((hash, at) => hash !== german[81 + at]));
});

/** How many pixels of a frame differ clearly from the clip, in the upper and in the lower half. */
function difference(path: string, frame: number): { above: number; below: number } {
  const read = (file: string) =>
    execFileSync('ffmpeg', [
      ...[
        '-v',
        'error',
        '-i',
        file,
        '-vf',
        `select=eq(n\\,${frame}),format=gray`,
        '-frames:v',
        '1',
        '-f',
        'rawvideo',
        '-',
      ],
    ]);
  const [one, other] = [read(path), read(join(kit.kit.folder, 'clip.mp4'))];
  const half = one.length / 2;
  const differing = (from: number, to: number) =>
    one.subarray(from, to).filter((value, at) => Math.abs(value - (other[from + at] ?? 0)) > 50).length;
  return { above: differing(0, half), below: differing(half, one.length) };
}

test('tracks and files have what was written letter by letter, and no picture is encoded', async () => {
  const id = await begin();
  const { run: done, items } = await run(id, { form: 'soft', languages: ['en-US', 'de-DE'], second: 'zh-CN' });
  assert.deepEqual([done.state, done.made], ['done', 2], JSON.stringify(items));
  const [english, german] = items;
  const path = await fetched(english, '.mp4');
  assert.deepEqual(streams(path, 'stream=codec_name:stream_tags=language,handler_name'), [
    'h264,und,VideoHandler',
    'aac,und,SoundHandler',
    'mov_text,eng,English',
    'mov_text,zho,中文',
  ]);
  assert.deepEqual(frameHashes(path), frameHashes(join(kit.kit.folder, 'clip.mp4')));
  const bytes = readFileSync(path);
  assert.ok(bytes.includes('Free {\\i1}shipping{\\i0} <b>now</b> \\N'), 'as it was written');
  const packets = say(
    'ffprobe',
    '-select_streams',
    's:0',
    '-show_entries',
    'packet=pts_time,duration_time',
    '-of',
    'csv=p=0',
    path,
  );
  const times = packets
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number));
  assert.deepEqual(times.slice(0, 4), [
    [0, 0.2],
    [0.2, 2],
    [2.2, 0.5],
    [2.7, 2],
  ]);
  assert.deepEqual(
    english?.files.map(({ name }) => name),
    ['clip en-US.mp4', 'clip en-US.srt', 'clip en-US.vtt'],
  );
  const srt = readFileSync(await fetched(german, '.srt'), 'utf8');
  assert.match(srt, /00:00:00,200 --> 00:00:02,200\r\nVersandkostenfrei/);
  // In the library each language has a folder of its own, and each video says what it was made from.
  const { items: folders } = (await kit.kit.call('GET', '/api/material-folders')).envelope.data as {
    items: FolderData[];
  };
  const parent = folders.find(({ name }) => name === 'Exports');
  const own = folders.filter(({ parentId }) => parentId === parent?.id);
  assert.deepEqual(own.map(({ name }) => name).toSorted(), ['English', 'German']);
  const library = libraryOf(kit.kit.ctx);
  for (const { id: folder } of own) {
    const kept = await library.list(kit.kit.accountId, { folder });
    assert.ok(kept.total >= 1);
    assert.deepEqual(await kit.kit.sourcesOf(kept.items[0]?.id ?? ''), [video]);
  }
});

test('one video has the tracks of all languages, and one is burned with a track beside it', async () => {
  const id = await begin();
  const all = await run(id, { form: 'soft', together: true, languages: ['en-US', 'de-DE', 'zh-CN'] });
  assert.equal(all.items.length, 1);
  const path = await fetched(all.items[0], '.mp4');
  const tracks = streams(path, 'stream=codec_type:stream_tags=language').filter((line) => line.startsWith('subtitle'));
  assert.deepEqual(tracks, ['subtitle,eng', 'subtitle,deu', 'subtitle,zho']);
  assert.deepEqual(
    all.items[0]?.files.map(({ name }) => name.slice(name.indexOf('.'))),
    ['.mp4', '.en-US.srt', '.en-US.vtt', '.de-DE.srt', '.de-DE.vtt', '.zh-CN.srt', '.zh-CN.vtt'],
  );
  const both = await run(id, { form: 'both', style: { preset: 'karaoke', place: 'top' } });
  const made = await fetched(both.items[0], '.mp4');
  assert.deepEqual(streams(made, 'stream=codec_name'), ['h264', 'aac', 'mov_text']);
  const { above, below } = difference(made, 40);
  assert.ok(above > 300 && below < 20, `${above} above, ${below} below`);
});

test('what is written while an export waits is in none of its videos', async () => {
  const id = await begin();
  const { ctx, accountId } = kit.kit;
  const options = exportOptionsSchema.parse({ form: 'soft', second: 'zh-CN' });
  const asked = { ...options, languages: ['en-US', 'de-DE'], folder: null, agreed: null };
  // Written once the lines were read, and before any worker sees the run.
  const runId = await beginExport(ctx, { accountId, id }, asked, 'en', async () => {
    const { status } = await kit.save(id, 'c1', { text: 'Too late', revision: 1 });
    assert.equal(status, 200);
    await ctx.db.pool.query(`update translation_lines set text = '太晚了', "end" = 2600 where project_id = $1`, [id]);
  });
  const srtOf = async (item: ToolItem | undefined) => readFileSync(await fetched(item, '.srt'), 'utf8');
  await kit.kit.reach(runId, isOver);
  const [english, german] = (await kit.kit.items(runId)).items;
  assert.match(await srtOf(english), /00:00:00,200 --> 00:00:02,200\r\nFree /);
  assert.match(await srtOf(german), /00:00:00,200 --> 00:00:02,200\r\nVersandkostenfrei/);
  const path = await fetched(english, '.mp4');
  assert.ok(
    readFileSync(path).includes('全场包邮') && !readFileSync(path).includes('太晚了'),
    'the second language, too',
  );
  const { items } = await run(id, { form: 'soft' });
  assert.match(await srtOf(items[0]), /00:00:00,200 --> 00:00:02,600\r\nToo late/, 'the next export has it');
});

test('a dub is heard, and another copy of the video shown, just as they are', async () => {
  const { ctx, accountId, folder } = kit.kit;
  const id = await begin();
  const ask = (body: object) =>
    kit.call('POST', `/projects/${id}/exports`, { languages: ['en-US'], folder: null, sound: 'dub', ...body });
  assert.equal((await ask({})).failure.error, 'translation:export.not-dubbed');
  const dub = await kit.kit.clip('dub.mp4', '320x180', {
    seconds: 6,
    options: ['-f', 'lavfi', '-i', 'sine=r=48000:f=880:d=6', '-c:a', 'aac'],
  });
  const clean = await kit.kit.clip('clean.mp4', '320x180', { seconds: 6, options: ['-vf', 'negate'] });
  const long = await kit.kit.clip('long.mp4', '320x180', { seconds: 7 });
  const states = async () => [...(await libraryOf(ctx).find(accountId, [dub, clean, long])).values()];
  await until(async () => (await states()).every(({ state }) => state === 'ready'), 'the clips are ready', 30);
  await ctx.db.pool.query(
    `insert into translation_dubs (id, account_id, project_id, language, choice, lines, material_id, folder_id, created_at)
     values (gen_random_uuid(), $1, $2, 'en-US', '{}', '[]', $3, gen_random_uuid(), now())`,
    [accountId, id, dub],
  );
  assert.equal((await ask({ video: long })).failure.error, 'translation:export.other-length');
  const soundOf = (path: string) => say('ffmpeg', '-i', path, '-map', '0:a', '-c', 'copy', '-f', 'md5', '-');
  for (const form of ['soft', 'burned']) {
    // One language has nothing to be put together with, so its dub is heard.
    const { items } = await run(id, { form, together: true, sound: 'dub', video: clean });
    const path = await fetched(items[0], '.mp4');
    assert.equal(soundOf(path), soundOf(join(folder, 'dub.mp4')));
    const [made, source] = [frameHashes(path), frameHashes(join(folder, 'clean.mp4'))];
    assert.deepEqual(form === 'soft' ? made : made.slice(150, 180), form === 'soft' ? source : source.slice(150, 180));
    assert.deepEqual(streams(path, 'stream=codec_name').slice(0, 2), ['h264', 'aac']);
  }
});

test('a line is drawn for the page just as it is burned in', async () => {
  const id = await begin();
  const style = { preset: 'classic', scale: 1, place: 'bottom', safeArea: 'none' };
  const { data } = await kit.call<{ picture: string; missing: object[] }>('POST', `/projects/${id}/pictures`, {
    ...{ language: 'en-US', cue: 'c2', style, at: 3000 },
  });
  assert.deepEqual(data.missing, []);
  const [path, grey] = [join(kit.kit.folder, 'line.png'), join(kit.kit.folder, 'line.gray')];
  writeFileSync(path, Buffer.from(data.picture.split(',')[1] ?? '', 'base64'));
  say('ffmpeg', '-y', '-i', path, '-vf', 'alphaextract', '-f', 'rawvideo', grey);
  const alpha = readFileSync(grey);
  assert.equal(alpha.length, 320 * 180);
  assert.ok(alpha.subarray(alpha.length / 2).filter((value) => value > 200).length > 300);
  assert.equal(alpha.subarray(0, alpha.length / 2).filter((value) => value > 0).length, 0);
});

test('what cannot be exported is told at once, and nobody exports what is another’s', async () => {
  const text = await kit.addText('甲');
  const { id } = await kit.begin(text.id, ['en-US']);
  const ask = async (project: string, body: object) => {
    const asked = { form: 'soft', languages: ['en-US'], folder: null, ...body };
    const { status, failure } = await kit.call('POST', `/projects/${project}/exports`, asked);
    return [status, failure.error];
  };
  assert.deepEqual(await ask(id, {}), [422, 'translation:export.no-video']);
  await kit.kit.ctx.db.pool.query('update translation_projects set material_id = $2 where id = $1', [id, video]);
  assert.deepEqual(await ask(id, {}), [422, 'translation:export.no-lines']);
  assert.deepEqual(await ask(id, { languages: ['fr-FR'] }), [404, 'translation:missing']);
  assert.deepEqual((await ask(id, { languages: ['zh-CN'] }))[0], 200);
  const settings = { project: id, languages: ['zh-CN'], material: video, dubs: {}, folderId: null, folders: {} };
  const around = { tool: 'translation.export', name: 'Around', inputs: [video], settings };
  assert.equal((await kit.kit.call('POST', '/api/tool-runs', around)).status, 409);
  const { token } = await kit.kit.server.signIn({ level: 'level2' });
  const body = { form: 'soft', languages: ['zh-CN'], folder: null };
  const foreign = await kit.kit.server.call('POST', `/api/translation/projects/${id}/exports`, { token, body });
  assert.equal(foreign.status, 404);
  const style = { preset: 'classic' };
  const line = { language: 'zh-CN', cue: 'c1', style, at: 0 };
  const drawn = await kit.kit.server.call('POST', `/api/translation/projects/${id}/pictures`, { token, body: line });
  assert.equal(drawn.status, 404);
});
