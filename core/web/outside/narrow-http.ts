import type { Call, CallArguments, CallData, CallShape, Method } from '#core/contract/call.ts';
import { hashOfRequest, type OwnCalls } from '#core/contract/call-hashes.ts';
import { grantFor, PLUGIN_HEADER, type Grant } from '#core/contract/grants.ts';

import { callAddress } from '#core/contract/call-address.ts';
import { HttpFailure, type Http, type HttpOptions, type HttpRequest } from '../http/http.ts';

/** What an external plugin may call. */
export interface HttpLimits {
  plugin: string;
  grants: readonly Grant[];
  /** The calls that its two halves share. */
  calls: OwnCalls;
  /** The message about a refused call, in the user's language. */
  text(params: { method: string; path: string }): string;
  tell(text: string): void;
}

/** Headers that a plugin may not set. */
const KERNEL_HEADERS = new Set(['authorization', 'cookie', PLUGIN_HEADER]);

/**
 * Restricts calls to the server to the grants of one plugin. Anything beyond them is refused before it is sent, as an
 * {@link HttpFailure} of kind `refused` without a status; permitted calls carry the plugin's id.
 */
export function narrowHttp(http: Http, limits: HttpLimits): Http {
  const { plugin, grants, calls } = limits;
  const origin = globalThis.location.origin;

  /** Normalises the address like a browser would, so that the checked address is the one that is sent. */
  function read(method: Method, address: string, handlesErrors: boolean | undefined): string {
    const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
    if (
      url === undefined ||
      // The kernel fills in `:name` parameters; a remaining one would make the address invalid.
      !address.startsWith('/') ||
      url.origin !== origin ||
      grantFor(plugin, grants, method, url.pathname) === undefined
    ) {
      const message = limits.text({ method, path: url?.pathname ?? address });
      if (handlesErrors !== true) limits.tell(message);
      throw new HttpFailure(message, { kind: 'refused' });
    }
    return url.pathname + url.search;
  }

  /** Says whose call it is, and which version of a call of its own server half is meant. */
  function attribution(method: Method, path: string): string {
    if (calls === null) return plugin;
    if (typeof calls === 'string') return `${plugin};calls=${calls}`;
    const hash = hashOfRequest(calls, method, path);
    return hash === undefined ? plugin : `${plugin};call=${hash}`;
  }

  /** @throws TypeError when it sets a header reserved for the kernel */
  function options({ headers = {}, ...rest }: HttpOptions, own: string): HttpOptions {
    const wrong = Object.keys(headers).find((name) => KERNEL_HEADERS.has(name.trim().toLowerCase()));
    if (wrong !== undefined) throw new TypeError(`plugin "${plugin}" cannot set the header "${wrong}"`);
    return { ...rest, headers: { ...headers, [PLUGIN_HEADER]: own } };
  }

  /** Reads everything once, so that a value cannot change between being checked and being sent. */
  function narrowed({ method: given, path, query, body, ...rest }: HttpRequest): HttpRequest {
    const method = String(given).toUpperCase() as Method;
    const address = read(method, callAddress(path, undefined, query), rest.handlesErrors);
    const [plain = ''] = address.split('?', 1);
    return { ...options(rest, attribution(method, plain)), method, path: address, body };
  }

  return Object.freeze<Http>({
    async call<S extends CallShape>(call: Call<S>, args: CallArguments<S> = {}, rest: HttpOptions = {}) {
      const { method, path, answer } = call;
      const address = callAddress(path, args.params, args.query);
      const request = narrowed({ ...rest, method, path: address, body: args.body });
      // The server's answers conform to the call's schema.
      return (await bareFailure(answer === 'bare' ? http.bare(request) : http.send(request))) as CallData<S>;
    },
    send: async <T>(request: HttpRequest) => await bareFailure(http.send<T>(narrowed(request))),
    bare: async <T>(request: HttpRequest) => await bareFailure(http.bare<T>(narrowed(request))),
  });
}

/** A failure's cause holds the request with the token, so only its facts are passed on. */
async function bareFailure<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const { message, kind, status, code, secCode, data } = error;
    throw new HttpFailure(message, { kind, status, code, secCode, data });
  }
}
