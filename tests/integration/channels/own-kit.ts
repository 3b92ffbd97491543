import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ChannelPost } from '#core/server/services/providers/channels.ts';
import type { ChannelServices } from '#plugins/channels/server/ask-platform.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

// What the tests of what one platform alone does have in common.

export const services: ChannelServices = {
  ...{ clock: { now: () => new Date() }, rest: async () => {} },
  videos: {
    seconds: async () => 12.3,
    firstPicture: async () => new Blob(['a picture'], { type: 'image/jpeg' }),
  },
};

/** Builds posts of a clip of a few bytes. */
export async function postBuilder(usual: Partial<ChannelPost>) {
  const folder = await temporaryFolder();
  const [video, cover] = [join(folder, 'clip.mp4'), join(folder, 'cover.jpg')];
  await writeFile(video, 'a clip');
  await writeFile(cover, 'a cover');
  const build = (changes: Partial<ChannelPost> = {}): ChannelPost => ({
    ...{
      key: 'key-1',
      title: 'Quay at dawn',
      text: '码头',
      topics: [],
      video,
      cover: null,
      audience: 'public',
      at: null,
    },
    ...usual,
    ...changes,
  });
  return { build, cover };
}

/** What a lost post is looked for with. */
export const searching = <T>(tokens: T, saved: string | null, since: Date) => ({
  ...{ tokens, saved: saved ?? '', since, signal: AbortSignal.timeout(10_000) },
});
