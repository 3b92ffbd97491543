import { createMastodon } from '#plugins/channels/server/mastodon/mastodon.ts';
import { MASTODON } from '#plugins/channels/server/mastodon/settings.ts';
import { startMastodon } from '#tests/fixtures/channels/mastodon-simulator.ts';

import type { ChannelCase } from './channel-case.ts';

/** Every adapter of the plugin. */
export const CASES: readonly ChannelCase[] = [
  {
    name: 'Mastodon',
    async start(scope, services) {
      const simulator = await startMastodon(scope);
      const { platform, grants } = simulator;
      return {
        ...{ platform, grants, answers: { address: platform.address }, settle: () => {}, remove: simulator.remove },
        provider: createMastodon(MASTODON.parse({ privateNetwork: true }), services),
      };
    },
    ...{ steps: { upload: 'upload', post: 'post', account: 'account' }, renews: 'never', resumes: false },
    ...{ audience: 'unlisted', tooLong: { text: '长'.repeat(501) }, limit: /takes 500 at most/, megabytes: 1 },
  },
];
