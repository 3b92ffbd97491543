import type { Call, CallData, CallShape } from '#core/contract/call.ts';
import { RecordedToasts, ScriptedHttp, type Answer, type MadeCall } from '#core/web/testing/index.ts';
import { HttpFailure } from '#core/web/http/http.ts';

/** A server whose answers change in the middle of a test; a call that none is given for fails. */
export class ChangingServer {
  readonly answers: Answer[] = [];
  /** Makes the calls, for what is tested without a kernel around it. */
  readonly http: ScriptedHttp;
  private readonly heard = new Map<string, MadeCall[]>();
  private readonly given = new Map<string, (request: MadeCall) => unknown>();

  constructor(...calls: readonly Call[]) {
    for (const call of calls) {
      this.answers.push({ method: call.method, path: call.path, give: (request) => this.give(call, request) });
    }
    this.http = new ScriptedHttp(this.answers, new RecordedToasts());
  }

  /** From now on the call is answered so. */
  on<S extends CallShape>(call: Call<S>, give: (request: MadeCall) => CallData<S> | Promise<CallData<S>>): this {
    this.given.set(call.path, give);
    return this;
  }

  /** How often a call came. */
  count(call: Call): number {
    return this.heard.get(call.path)?.length ?? 0;
  }

  all(call: Call): readonly MadeCall[] {
    return this.heard.get(call.path) ?? [];
  }

  last(call: Call): MadeCall {
    const last = this.all(call).at(-1);
    if (last === undefined) throw new Error(`${call.path} was not called`);
    return last;
  }

  private give(call: Call, request: MadeCall): unknown {
    // What a call takes is checked by its own schema, as on the server.
    call.body?.parse(request.body);
    call.query?.parse(request.query ?? {});
    this.heard.set(call.path, [...this.all(call), request]);
    const give = this.given.get(call.path);
    if (give === undefined) throw new Error(`nothing answers ${call.path}`);
    return give(request);
  }
}

/** A refusal with code 0. */
export function refused(message: string, secCode: number | null = null, status = 200): Promise<never> {
  return Promise.reject(new HttpFailure(message, { kind: 'refused', status, secCode }));
}
