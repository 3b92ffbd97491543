import assert from 'node:assert/strict';
import { chmod, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { ffmpegInstallCommand, findMediaTools } from '#core/server/services/media/media-tools.ts';

import { temporaryFolder } from './media-kit.ts';

/** A program that answers like ffmpeg and counts how often it ran. */
async function fakeTool(folder: string, name: string, filters: string[], version = '9.9-test') {
  const path = join(folder, name);
  const listing = filters.map((filter) => `echo " ... ${filter} A->A x"`).join('\n');
  await writeFile(
    path,
    `#!/bin/sh\necho run >> "${path}.runs"\ncase "$2" in\n-version) echo "ffmpeg version ${version} Copyright";;\n` +
      `-encoders) echo " V..... libx264 x"; echo " A..... aac x";;\n-filters) ${listing || ':'};;\nesac\n`,
  );
  await chmod(path, 0o755);
  return path;
}

const FILTERS = ['xfade', 'subtitles', 'ass', 'ebur128', 'alimiter', 'sidechaincompress', 'zscale', 'tonemap'];
const runsOf = async (path: string) => (await readFile(`${path}.runs`, 'utf8').catch(() => '')).split('\n').length - 1;

test("this machine's tools are found and can do what is needed", async () => {
  const tools = await findMediaTools({ cacheFolder: await temporaryFolder() });
  assert.match(tools.version, /^\d|^N-/);
  assert.ok((await stat(tools.ffmpeg)).isFile());
  assert.ok((await stat(tools.ffprobe)).isFile());
});

test('a second start runs no tool; a changed tool is checked again', async () => {
  const folder = await temporaryFolder();
  const ffmpeg = await fakeTool(folder, 'ffmpeg', FILTERS);
  const ffprobe = await fakeTool(folder, 'ffprobe', []);
  const options = {
    cacheFolder: join(folder, 'cache'),
    env: { PATH: process.env.PATH, FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe },
  };
  assert.equal((await findMediaTools(options)).version, '9.9-test');
  assert.equal(await runsOf(ffmpeg), 3);
  assert.equal((await findMediaTools(options)).ffmpeg, ffmpeg);
  assert.deepEqual([await runsOf(ffmpeg), await runsOf(ffprobe)], [3, 1]);
  await utimes(ffmpeg, new Date(), new Date(Date.now() + 5000));
  await findMediaTools(options);
  assert.equal(await runsOf(ffmpeg), 6);
});

test('a tool that is not there is named with the command that installs it', async () => {
  const folder = await temporaryFolder();
  await assert.rejects(findMediaTools({ cacheFolder: folder, env: { PATH: folder } }), {
    code: 'core:media.tool-missing',
    params: { tool: 'ffmpeg', command: ffmpegInstallCommand() },
  });
  const named = join(folder, 'nowhere');
  await assert.rejects(findMediaTools({ cacheFolder: folder, env: { PATH: process.env.PATH, FFMPEG_PATH: named } }), {
    code: 'core:media.tool-missing',
    params: { tool: named, command: ffmpegInstallCommand() },
  });
});

test('a build without something that is needed is refused by name, and not remembered', async () => {
  const folder = await temporaryFolder();
  const env = {
    PATH: '',
    FFMPEG_PATH: await fakeTool(
      folder,
      'ffmpeg',
      FILTERS.filter((name) => name !== 'zscale'),
    ),
    FFPROBE_PATH: await fakeTool(folder, 'ffprobe', []),
  };
  await assert.rejects(findMediaTools({ cacheFolder: folder, env }), {
    code: 'core:media.tool-lacks',
    params: { tool: 'ffmpeg', feature: 'zscale' },
  });
  await fakeTool(folder, 'ffmpeg', FILTERS);
  const tools = await findMediaTools({ cacheFolder: folder, env });
  assert.deepEqual([tools.prlimit, tools.setpriv], [null, null]);
});
