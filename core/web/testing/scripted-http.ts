import type { Call, CallArguments, CallData, CallShape, Method } from '#core/contract/call.ts';

import { HttpFailure, type Http, type HttpOptions, type HttpRequest } from '../http/http.ts';
import type { Toasts } from '../toasts/toasts.ts';

/** The server's answer to one call. */
export interface Answer {
  method: Method;
  /** With `:name` for variable parts of the path. */
  path: string;
  /** Returns the envelope's `data`, or throws. */
  give(request: MadeCall): unknown;
}

/** A call that was made. */
export interface MadeCall {
  method: Method;
  path: string;
  params: unknown;
  query: unknown;
  body: unknown;
  /** Those that the caller added. */
  headers: HttpOptions['headers'];
}

/**
 * Scripts the answer to a declared call. Several answers to the same call are given in turn, the last one repeatedly.
 * @param data the envelope's `data`, or a function that returns it; it must fit the call's schema
 */
export function answer<S extends CallShape>(
  call: Call<S>,
  data: CallData<S> | ((request: MadeCall) => CallData<S> | Promise<CallData<S>>),
): Answer {
  return {
    method: call.method,
    path: call.path,
    async give(request) {
      // Schemas never describe functions, so a function is not the data itself.
      const given: unknown = await (typeof data === 'function'
        ? (data as (request: MadeCall) => unknown)(request)
        : data);
      const checked = call.data.safeParse(given);
      if (!checked.success) throw new TypeError(`answer to ${call.method} ${call.path}: ${checked.error.message}`);
      return checked.data;
    },
  };
}

/** Scripts the answer to a call that no schema declares. */
export function answerRaw(method: Method, path: string, data: unknown): Answer {
  return { method, path, give: () => data };
}

/** Scripts a refusal by the server. */
export function refuse(
  call: Pick<CallShape, 'method' | 'path'>,
  message: string,
  facts: { status?: number; secCode?: number; data?: unknown; kind?: HttpFailure['kind'] } = {},
): Answer {
  return {
    method: call.method,
    path: call.path,
    give() {
      throw new HttpFailure(message, { kind: 'refused', status: 200, ...facts });
    },
  };
}

/** A fake server: it gives the scripted answers, and shows failures as toasts like the real one. */
export class ScriptedHttp implements Http {
  /** Every call so far, in order. */
  readonly made: MadeCall[] = [];
  /** The number of pending calls. */
  underWay = 0;
  readonly #answers: Answer[];
  readonly #toasts: Toasts;

  constructor(answers: readonly Answer[], toasts: Toasts) {
    this.#answers = [...answers];
    this.#toasts = toasts;
  }

  /** The calls of one plugin, which are cancelled when it stops. */
  forPlugin(_plugin: string, end: AbortSignal): Http {
    const within = <O extends HttpOptions>(options: O): O => ({
      ...options,
      signal: options.signal === undefined ? end : AbortSignal.any([end, options.signal]),
    });
    return {
      call: (call, args, options = {}) => this.call(call, args, within(options)),
      send: (request) => this.send(within(request)),
      bare: (request) => this.bare(within(request)),
    };
  }

  /** Adds answers, which take precedence over earlier ones. */
  script(...answers: Answer[]): void {
    this.#answers.unshift(...answers);
  }

  /** The calls to one path. */
  callsOf({ method, path }: Pick<CallShape, 'method' | 'path'>): MadeCall[] {
    return this.made.filter((made) => made.method === method && fits(path, made.path));
  }

  async call<S extends CallShape>(
    call: Call<S>,
    args: CallArguments<S> = {},
    options: HttpOptions = {},
  ): Promise<CallData<S>> {
    const { params, query, body } = args;
    const path = fill(call.path, params);
    // `answer` has checked it against this call's schema.
    return (await this.#deliver(
      { method: call.method, path, params, query, body, headers: options.headers },
      options,
    )) as CallData<S>;
  }

  async send<T>(request: HttpRequest): Promise<T> {
    const { method, body, headers } = request;
    // A plugin from outside calls by the whole address.
    const [path = '', search] = request.path.split('?', 2);
    const query = search === undefined ? request.query : Object.fromEntries(new URLSearchParams(search));
    // The test that scripted the answer vouches for its type.
    return (await this.#deliver({ method, path, params: undefined, query, body, headers }, request)) as T;
  }

  bare<T>(request: HttpRequest): Promise<T> {
    return this.send<T>(request);
  }

  async #deliver(made: MadeCall, { signal, handlesErrors }: HttpOptions): Promise<unknown> {
    this.made.push(made);
    this.underWay += 1;
    try {
      const given = await raceAbort(
        Promise.resolve().then(() => this.#take(made).give(made)),
        signal,
      );
      return given;
    } catch (error) {
      if (error instanceof HttpFailure && error.kind !== 'cancelled' && handlesErrors !== true) {
        this.#toasts.show({ kind: 'error', text: error.message });
      }
      throw error;
    } finally {
      this.underWay -= 1;
    }
  }

  #take({ method, path }: MadeCall): Answer {
    const fitting = this.#answers.filter((answered) => answered.method === method && fits(answered.path, path));
    const [first] = fitting;
    if (first === undefined) throw new TypeError(`no answer is scripted for ${method} ${path}: add it to calls`);
    if (fitting.length > 1) this.#answers.splice(this.#answers.indexOf(first), 1);
    return first;
  }
}

function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}

function fill(pattern: string, params: unknown): string {
  return pattern.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
    if (typeof value === 'string' || typeof value === 'number') return encodeURIComponent(value);
    throw new TypeError(`the call ${pattern} needs the parameter "${name}"`);
  });
}

function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const cancel = (): void => reject(new HttpFailure('cancelled', { kind: 'cancelled' }));
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', cancel));
}
