import { startWorkbench } from '@reelport/core/testing/server';
import { expect, test } from '@rstest/core';
import { dirname } from 'node:path';

const workbench = await startWorkbench();
await workbench.useService('speech', 'voice-over.morse');

/** What a made video consists of. */
async function streamsOf(path: string): Promise<string[]> {
  const { stdout } = await workbench.ctx.media.runner.ffprobe({
    cwd: dirname(path),
    args: ['-show_entries', 'stream=codec_name', '-of', 'csv=p=0', `file:${path}`],
  });
  return stdout.trim().split('\n');
}

test('each chosen clip becomes a video in which the sentence is said', async () => {
  const account = await workbench.account();
  const clip = await workbench.clip({ seconds: 1, hertz: null });
  const inputs = [await account.addMaterial(clip, { name: 'Harbour.mp4' })];
  const { run, items } = await account.runTool('voice-over.say', { inputs, settings: { text: 'Ahoy' } });
  expect(run).toMatchObject({ state: 'done', made: 1, failed: 0 });
  expect(items).toMatchObject([{ name: 'Harbour', sources: inputs, error: null }]);
  expect(await streamsOf(items[0]?.files[0]?.path ?? '')).toEqual(['h264', 'aac']);
});

test('a sentence that the voice cannot say is told beside its item', async () => {
  const account = await workbench.account();
  const inputs = [await account.addMaterial(await workbench.clip({ seconds: 1, color: '#204060' }))];
  const { run, items } = await account.runTool('voice-over.say', { inputs, settings: { text: '…' } });
  expect(run.failed).toBe(1);
  expect(items[0]?.error).toContain('cannot say this sentence');
  expect(await workbench.faults()).toEqual([]);
});

test('settings that do not fit start nothing', async () => {
  const account = await workbench.account();
  const inputs = [await account.addMaterial(await workbench.clip({ seconds: 1 }))];
  const started = account.runTool('voice-over.say', { inputs, settings: { text: '' } });
  await expect(started).rejects.toMatchObject({ status: 422, fields: ['body.settings.text'] });
});
