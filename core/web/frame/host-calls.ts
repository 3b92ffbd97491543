import { z } from 'zod';

import { grantFor } from '#core/contract/grants.ts';

import { HTTP, HttpFailure } from '../http/http.ts';
import type { FrameHost } from './frame-host.ts';
import { FRAME_LIMITS, type FrameAnswer, type HostApi } from './frame-protocol.ts';

const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().max(8000).startsWith('/'),
  body: z.json().optional(),
  form: z
    .array(z.tuple([z.string().max(200), z.union([z.string(), z.instanceof(Blob)])]))
    .max(50)
    .optional(),
  bare: z.boolean(),
  handlesErrors: z.boolean(),
  timeout: z.number().positive().max(3_600_000).optional(),
});
const id = z.string().max(100);

/** Calls to the server on behalf of a frame: those that the plugin was granted, and those to its own server half. */
export function hostCalls({ context, source: { grants }, scope }: FrameHost): Pick<HostApi, 'send' | 'cancel'> {
  const http = context.get(HTTP);
  const underWay = new Map<string, AbortController>();

  async function send(name: string, asked: z.output<typeof request>): Promise<FrameAnswer> {
    const { method, path, body, form, bare, handlesErrors, timeout } = asked;
    const [plainPath = '', search] = path.split(/\?(.*)/s, 2);
    if (!isPlain(plainPath) || grantFor(context.id, grants, method, plainPath) === undefined) {
      return refused(`the plugin was not granted ${method} ${plainPath.slice(0, 200)}`);
    }
    if (underWay.has(name) || underWay.size >= FRAME_LIMITS.calls) return refused('too many calls are under way');
    const cancel = new AbortController();
    underWay.set(name, cancel);
    try {
      const data = await http[bare ? 'bare' : 'send']<unknown>({
        ...{ method, path: plainPath, handlesErrors, timeout },
        query: Object.fromEntries(searchOf(search)),
        body: form === undefined ? body : formOf(form),
        signal: AbortSignal.any([scope.signal, cancel.signal]),
      });
      return { ok: true, data };
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      const { message, kind, status, code, secCode, data } = error;
      return { ok: false, message, facts: { kind, status, code, secCode, data } };
    } finally {
      underWay.delete(name);
    }
  }

  return {
    send: (name, asked) => send(id.parse(name), request.parse(asked)),
    cancel: (name) => underWay.get(id.parse(name))?.abort(),
  };
}

/** Whether a path is unambiguous; `:` would be read as the start of a parameter. */
function isPlain(path: string): boolean {
  return !path.includes(':') && new URL(path, 'http://workbench').pathname === path;
}

/** The query as `Http` takes it; repeated names become a list. */
function searchOf(search: string | undefined): [string, string][] {
  const read = new URLSearchParams(search);
  return [...new Set(read.keys())].map((name) => {
    const all = read.getAll(name);
    // Lists are accepted too, although the type does not say so.
    return [name, (all.length === 1 ? all[0] : all) as string];
  });
}

function formOf(fields: NonNullable<z.output<typeof request>['form']>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

function refused(message: string): FrameAnswer {
  return { ok: false, message, facts: { kind: 'refused', status: 403, code: null, secCode: null, data: null } };
}
