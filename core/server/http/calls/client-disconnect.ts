import type { FastifyReply } from 'fastify';

const signals = new WeakMap<FastifyReply['raw'], AbortSignal>();

/** Whether the client disconnected before it had received the whole response. */
export function hasDisconnected(reply: FastifyReply): boolean {
  return reply.raw.destroyed && !reply.raw.writableFinished;
}

/**
 * A signal that is aborted when the client disconnects before it has received the whole response; works for streams.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  let signal = signals.get(reply.raw);
  if (signal === undefined) {
    const controller = new AbortController();
    signal = controller.signal;
    signals.set(reply.raw, signal);
    if (hasDisconnected(reply)) controller.abort();
    else {
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) controller.abort();
      });
    }
  }
  return signal;
}
