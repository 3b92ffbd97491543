import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { sharedMediaCache } from '#tests/shared-media-cache.ts';

import { temporaryFolder } from '../media/media-kit.ts';
import { runMix, startMix } from './mix-command.ts';
import { drawSmallClips } from './small-clips.ts';

/** Names each module that is loaded. */
const NAMING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
`)}`;

test('the command begins without what only a server needs', async () => {
  const cache = sharedMediaCache(join(await temporaryFolder(), 'cache'));
  const run = await startMix(['--help'], { cache, env: { NODE_OPTIONS: `--import=${NAMING}` } }).ended;
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stdout, /server\/command\/mix\.ts$/m);
  assert.doesNotMatch(run.stdout, /drizzle-orm|fastify|mixing\/server\/(index|routes|tables)\.ts/);
});

test('a wrong command line is answered by one line that names what is wrong', async () => {
  const folder = await temporaryFolder();
  const [clips, cache] = [join(folder, 'clips'), sharedMediaCache(join(folder, 'cache'))];
  drawSmallClips(clips, 3, 3);
  const out = join(folder, 'never');
  const file = join(folder, 'a-file');
  await writeFile(file, 'x');
  await mkdir(join(folder, 'empty', '1'), { recursive: true });
  for (const [name, words] of Object.entries({
    '--colour': [clips, '--out', out, '--colour', 'red'],
    '--count': [clips, '--out', out, '--count', '0'],
    '--ratio': [clips, '--out', out, '--ratio', '2:1'],
    '--share': [clips, '--out', out, '--share', 'x'],
    '--transition': [clips, '--out', out, '--transition', 'teleport'],
    '--effect': [clips, '--out', out, '--effect', 'mixing.glitter'],
    '--seed': [clips, '--out', out, '--seed', '-1'],
    '--language': [clips, '--out', out, '--voice', 'x', '--language', 'tlh'],
    '--out': [clips],
    FOLDER: ['--out', out],
    '/nowhere': ['/nowhere', '--out', out],
    empty: [join(folder, 'empty'), '--out', out],
    'a-file': [clips, '--out', file],
    'missing.srt': [clips, '--out', out, '--subtitles', join(folder, 'missing.srt')],
    'missing.mp3': [clips, '--out', out, '--music', join(folder, 'missing.mp3')],
    ' missing.mp3': ['--demo', out, '--music', join(folder, 'missing.mp3')],
    'a-file ': [clips, '--out', out, '--subtitles', file],
  })) {
    const run = name === '--colour' ? startMix(words, { cache }).ended : runMix(words, { cache });
    const { code, stdout, stderr } = await run;
    assert.deepEqual([code, stdout], [1, ''], `${name}: ${stderr}`);
    const lines = stderr
      .trimEnd()
      .split('\n')
      .filter((line) => !line.endsWith('%'));
    assert.equal(lines.length, 1, `${name}: ${stderr}`);
    assert.ok(lines[0]?.includes(name.trim()) === true && !lines[0].includes('at '), `${name}: ${stderr}`);
  }
  assert.ok(!existsSync(out), 'nothing is left of what was refused');
  const help = await runMix(['--help'], { cache });
  assert.ok(help.code === 0 && help.stderr.includes('--transition'));
});
