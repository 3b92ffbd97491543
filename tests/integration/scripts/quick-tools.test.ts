import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { leaveLibrariesOut } from '../../../scripts/testing/lean-libraries.ts';
import { findInPath, librariesFirst, makeQuickTools } from '../../../scripts/testing/quick-tools.ts';

const linuxOnly = { skip: process.platform === 'linux' ? false : 'the linker is that of Linux' };

/** Without the folder of quick tools that this test is run with. */
const usual = {
  PATH: (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('/rp-tools-'))
    .join(delimiter),
};

function found(name: string): string {
  return findInPath(name, usual) ?? assert.fail(`there is no ${name}`);
}

function run(program: string, env: NodeJS.ProcessEnv = {}, args = ['-version']): { stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(program, ['-v', 'error', ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  assert.equal(status, 0, stderr);
  return { stdout, stderr };
}

/** Which library finds which symbol where. */
function bindings(program: string, first: readonly string[]): Set<string> {
  const { stderr } = run(program, { LD_DEBUG: 'bindings', LD_PRELOAD: first.join(':') });
  return new Set([...stderr.matchAll(/binding file (.*)/g)].map(([, binding = '']) => binding));
}

test('ffmpeg that starts faster finds each symbol where it finds it otherwise', linuxOnly, () => {
  const program = found('ffmpeg');
  const [before, after] = [bindings(program, []), bindings(program, librariesFirst(program))];
  assert.ok(before.size > 1000, `${before.size} symbols`);
  assert.deepEqual([...before.symmetricDifference(after)], []);
});

describe('programs that start ffmpeg and ffprobe faster', linuxOnly, () => {
  let folder = '';
  before(async () => {
    folder = (await makeQuickTools(usual)) ?? assert.fail('there are none');
  });
  after(() => rm(folder, { recursive: true }));

  test('say the same, and offer the same', () => {
    const same = (name: string, what: string) =>
      assert.deepEqual(run(join(folder, name), {}, [what]), run(found(name), {}, [what]), `${name} ${what}`);
    for (const what of ['-version', '-encoders', '-filters', '-formats']) same('ffmpeg', what);
    same('ffprobe', '-version');
  });

  test('make the same of pictures, letters and sound, byte by byte', () => {
    const text = join(folder, 'text.srt');
    writeFileSync(text, '1\n00:00:00,000 --> 00:00:01,000\n映港 Reelport\n');
    const clip = [
      '-y',
      ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:d=0.4', '-f', 'lavfi', '-i', 'sine=d=0.4'],
      ...['-filter_complex', `zscale=w=160:h=90,subtitles=${text};atempo=1.2`],
      ...['-c:v', 'libx264', '-threads', '1', '-c:a', 'aac', '-f', 'md5', '-'],
      ...['-map', '1:a', '-f', 'chromaprint', '-fp_format', 'raw', join(folder, 'chromaprint')],
    ];
    const { stdout } = run(join(folder, 'ffmpeg'), {}, clip);
    assert.match(stdout, /^MD5=/);
    assert.equal(stdout, run(found('ffmpeg'), {}, clip).stdout);
  });

  test('leave libraries of devices out, where those are linked to it', (t) => {
    const loaded = (first = '') => run(found('ffmpeg'), { LD_TRACE_LOADED_OBJECTS: '1', LD_PRELOAD: first }).stdout;
    if (!loaded().includes('libpulse.so')) return t.skip('ffmpeg is not linked to such libraries');
    const [, first] = /LD_PRELOAD='([^']+)'/.exec(readFileSync(join(folder, 'ffmpeg'), 'utf8')) ?? [];
    assert.deepEqual([loaded(first).includes('libpulse.so'), loaded(first).includes('libx264.so')], [false, true]);
  });
});

test('what is no library of 64-bit Linux is left as it is', () => {
  const image = Buffer.alloc(100, 'MZ');
  assert.equal(
    leaveLibrariesOut(image, () => true),
    false,
  );
  assert.deepEqual(image, Buffer.alloc(100, 'MZ'));
});
