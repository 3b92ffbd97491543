import type { z } from 'zod';

/** The HTTP methods that a call may have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may make a call. Finer limits come from the plugin's gate and the caller's tier. */
export type CallAccess = 'public' | 'member' | 'operator';

/** The argument of {@link defineCall}. */
export interface CallShape {
  method: Method;
  /** Fastify's notation: `/api/mixing/projects/:id`. */
  path: string;
  /** One sentence for the API documentation, in English. */
  summary: string;
  /** `member` by default. */
  access?: CallAccess;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Megabytes that a body may have; 1 by default. */
  bodyMegabytes?: number;
  /** The body is `multipart/form-data` with one file in the field `file`; the handler reads it. */
  upload?: true;
  /**
   * The format of a body that is not JSON: `form` for `multipart/form-data` or URL-encoded fields (JSON is accepted,
   * too), `text` for XML and plain text, which `body` validates as one string, `raw` for any of these as it was sent, for
   * signatures over it; `body` validates it as one string.
   */
  bodyAs?: 'form' | 'text' | 'raw';
  /**
   * The format of the response: `envelope` (the default) with `data` inside, `bare` with `data` alone, `beside` with
   * the fields of `data` repeated next to the envelope's own. The last two are for calls whose format is prescribed by
   * others.
   */
  answer?: 'envelope' | 'bare' | 'beside';
  /** Answers `HEAD`, too, for a GET that writes its own response, such as a public page: its headers without the body. */
  head?: true;
  /** The schema of the envelope's `data`; fields that it does not name are never sent. */
  data: z.ZodType;
}

/** A call as both ends see it: the server registers a handler for it, and the browser makes it. */
export type Call<S extends CallShape = CallShape> = Readonly<S> & { readonly access: CallAccess };

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives, after validation and defaults. */
export interface CallInput<C extends CallShape> {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
}

/** What a caller passes. */
export interface CallArguments<C extends CallShape> {
  params?: Input<C['params']>;
  query?: Input<C['query']>;
  body?: Input<C['body']>;
}

/** The type of the response's `data`. */
export type CallData<C extends CallShape> = z.output<C['data']>;

/**
 * Declares an HTTP call. Both ends take their types from it, and the API documentation its text.
 * @throws TypeError when the path does not begin with `/`, a GET has a body, or another method has `head`
 * @example
 * export const readProject = defineCall({
 *   method: 'GET',
 *   path: '/api/mixing/projects/:id',
 *   summary: 'Reads one mix project.',
 *   params: z.object({ id: z.uuid() }),
 *   data: projectSchema,
 * });
 */
export function defineCall<const S extends CallShape>(shape: S): Call<S> {
  if (!shape.path.startsWith('/')) {
    throw new TypeError(`defineCall: path must begin with "/", got "${shape.path}"`);
  }
  if (shape.method === 'GET' && shape.body !== undefined) {
    throw new TypeError(`defineCall: a GET has no body (${shape.path})`);
  }
  if (shape.head === true && shape.method !== 'GET') {
    throw new TypeError(`defineCall: only a GET answers HEAD, too (${shape.method} ${shape.path})`);
  }
  return Object.freeze({ ...shape, access: shape.access ?? 'member' }) as Call<S>;
}
