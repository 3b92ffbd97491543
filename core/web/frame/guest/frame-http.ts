import type { Call, CallArguments, CallData, CallShape } from '#core/contract/call.ts';

import { callAddress } from '#core/contract/call-address.ts';
import { HttpFailure, type Http, type HttpOptions, type HttpRequest } from '#core/web/http/http.ts';
import { randomUuid } from '#core/web/random-uuid.ts';
import type { FrameRequest } from '../frame-protocol.ts';
import { send, type FrameLink } from './frame-link.ts';

/** Calls to the server, made by the workbench. Headers are not forwarded. */
export function frameHttp({ host }: Pick<FrameLink, 'host'>): Http {
  async function deliver(
    request: Pick<FrameRequest, 'method' | 'path' | 'bare'>,
    body: unknown,
    { signal, handlesErrors = false, timeout }: HttpOptions,
  ): Promise<unknown> {
    if (signal?.aborted === true) throw cancelled();
    const id = randomUuid();
    const cancel = (): void => send(host.cancel(id));
    signal?.addEventListener('abort', cancel);
    try {
      const sent = body instanceof FormData ? { form: [...body] } : body === undefined ? {} : { body: asJson(body) };
      const answer = await host.send(id, { ...request, ...sent, handlesErrors, timeout });
      if (answer.ok) return answer.data;
      throw new HttpFailure(answer.message, answer.facts);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  const deliverRequest = (request: HttpRequest, bare: boolean) => {
    const { method, path, query, body } = request;
    return deliver({ method, path: callAddress(path, undefined, query), bare }, body, request);
  };

  return {
    async call<S extends CallShape>(call: Call<S>, args: CallArguments<S> = {}, options: HttpOptions = {}) {
      const path = callAddress(call.path, args.params, args.query);
      const request = { method: call.method, path, bare: call.answer === 'bare' };
      // The server's answers conform to the call's schema.
      return (await deliver(request, args.body, options)) as CallData<S>;
    },
    // No schema declares this answer; the caller vouches for its shape.
    send: async <T>(request: HttpRequest) => (await deliverRequest(request, false)) as T,
    bare: async <T>(request: HttpRequest) => (await deliverRequest(request, true)) as T,
  };
}

/** A value after a round trip through JSON, so that nothing else is sent over the port. */
export function asJson(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

function cancelled(): HttpFailure {
  return new HttpFailure('cancelled', { kind: 'cancelled' });
}
