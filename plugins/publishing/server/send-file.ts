import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import { postPublished } from '#core/server/services/providers/post-published-hook.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** The job that sends one file. */
export const SEND_FILE = 'publishing.send';

const sendingSchema = z.strictObject({
  /** The adapter's id. */
  target: z.string(),
  fileId: z.uuid(),
  name: z.string(),
  /** The same for every attempt. */
  key: z.uuid(),
});
export type Sending = z.output<typeof sendingSchema>;

/** Who keeps a file from being removed while it is sent. */
export const holderOf = (key: string): string => `publishing.send ${key}`;

/** Sends a file to a target; what has arrived is not sent again after a crash. */
export function sendFile(ctx: ServerContext): JobHandler {
  return async ({ task: { accountId }, payload, signal, progress, complete }) => {
    const { target, fileId, name, key } = sendingSchema.parse(payload);
    const file = await ctx.files.get(accountId, fileId);
    const { provider } = await ctx.providers.one('targets', target);
    try {
      const { type, size, hash } = file;
      await ctx.files.withLocal(file, (path) =>
        provider.send({ path, name, type, size, hash }, { key, owner: accountId, onProgress: progress, signal }),
      );
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      ctx.log.warn({ err: error, target }, 'a target did not take a file');
      const isForNow = error.kind === 'unavailable' || error.kind === 'limited';
      fail(
        isForNow ? 'publishing:send-later' : 'publishing:send-refused',
        { name },
        {
          kind: isForNow ? 'unavailable' : 'conflict',
          cause: error,
        },
      );
    }
    await complete(async (tx) => {
      await ctx.files.release(tx, accountId, holderOf(key));
      const data = { id: key, fileId, hash: file.hash, name, service: target, link: null };
      await ctx.fire(tx, postPublished, { accountId, data });
    });
  };
}

/** A file that was not sent may be removed again. */
export function sendEnded(ctx: ServerContext): FailureHandler {
  return async (tx, { accountId }, payload) => {
    await ctx.files.release(tx, accountId, holderOf(sendingSchema.parse(payload).key));
  };
}
