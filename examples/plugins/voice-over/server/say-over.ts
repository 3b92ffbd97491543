import { defineOperation, untrustedInput } from '@reelport/core/server';
import { z } from 'zod';

/** The file that it leaves in its folder. */
export const SAID = 'said.mp4';

/** A clip with a voice in place of its sound: its pictures are copied, not encoded again. */
export const SAY_OVER = defineOperation({
  name: 'voice-over.say',
  version: 1,
  params: z.strictObject({ seconds: z.number().positive() }),
  cost: ({ seconds }) => 0.2 + seconds / 50,
  async build({ folder, runner, sources, signal }, { seconds }) {
    const [clip, voice] = sources;
    if (clip === undefined || voice === undefined) throw new TypeError('voice-over.say takes a clip and a voice');
    const sound = ['-map', '1:a:0', '-c:a', 'aac', '-b:a', '128k', '-af', 'apad', '-t', String(seconds)];
    await clip.read((video) =>
      voice.read((wav) =>
        runner.ffmpeg({
          cwd: folder,
          signal,
          args: [...untrustedInput(video), ...untrustedInput(wav), '-map', '0:v:0', '-c:v', 'copy', ...sound, SAID],
        }),
      ),
    );
    const { stdout } = await runner.ffprobe({
      cwd: folder,
      signal,
      args: ['-show_entries', 'stream=codec_type', '-of', 'csv=p=0', `file:${SAID}`],
    });
    if (stdout.trim() !== 'video\naudio') throw new Error(`voice-over.say made ${JSON.stringify(stdout)}`);
  },
});
