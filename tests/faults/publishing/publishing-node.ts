import { testLog } from '#core/server/testing/test-log.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { publishPosts } from '#plugins/publishing/server/posts/publish-posts.ts';

import type { NodeAnswer, NodeQuestion } from './publishing-processes.ts';

// A process that plans posts as an api does and takes them out as a worker does, and can be killed at any moment.

const composed = await compose(readConfiguration(process.env), 'worker', { concurrency: 2, log: testLog });
const { ctx } = composed;

function say(answer: NodeAnswer): void {
  process.send?.(answer);
}

process.on('message', ({ id, token, wish }: NodeQuestion) => {
  const plan = async (): Promise<string> => {
    const caller: Caller | undefined = await ctx.accounts.authenticate(token);
    if (caller === undefined) throw new Error('nobody is logged in');
    return await publishPosts(ctx, caller, wish);
  };
  plan().then(
    (task) => say({ kind: 'planned', id, task }),
    (error: unknown) => say({ kind: 'failed', id, message: String(error) }),
  );
});
say({ kind: 'ready' });
