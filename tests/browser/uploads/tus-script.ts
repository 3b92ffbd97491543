import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';

/** A request that waits to be answered. */
export class ScriptedRequest implements HttpRequest {
  readonly headers: Record<string, string> = {};
  body: Blob | null = null;
  aborted = false;
  readonly #method: string;
  readonly #url: string;
  readonly #answered = Promise.withResolvers<HttpResponse>();
  #progress: (sent: number) => void = () => undefined;

  constructor(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }

  getMethod = () => this.#method;
  getURL = () => this.#url;
  getHeader = (name: string) => this.headers[name];
  getUnderlyingObject = () => this;

  setHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  setProgressHandler(handler: (sent: number) => void) {
    this.#progress = handler;
  }

  send(body: Blob | null): Promise<HttpResponse> {
    this.body = body;
    return this.#answered.promise;
  }

  abort(): Promise<void> {
    this.aborted = true;
    return Promise.resolve();
  }

  progress(sent: number): void {
    this.#progress(sent);
  }

  answer(status: number, headers: Record<string, string | number> = {}, body?: unknown): void {
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    this.#answered.resolve({
      getStatus: () => status,
      getHeader: (name) => lower[name.toLowerCase()],
      getBody: () => (body === undefined ? '' : JSON.stringify(body)),
      getUnderlyingObject: () => undefined,
    });
  }

  fail(): void {
    this.#answered.reject(new Error('no connection'));
  }
}

/** A server that a test plays by hand. */
export class ScriptedStack implements HttpStack {
  readonly requests: ScriptedRequest[] = [];
  #asked: (() => void) | undefined;
  #taken = 0;

  getName = () => 'scripted';

  createRequest(method: string, url: string): ScriptedRequest {
    const request = new ScriptedRequest(method, url);
    this.requests.push(request);
    this.#asked?.();
    return request;
  }

  /** The next request, as soon as it is made; fails the test when it is another one. */
  async next(method: string, url?: string): Promise<ScriptedRequest> {
    while (this.requests.length <= this.#taken) await new Promise<void>((asked) => (this.#asked = asked));
    const request = this.requests[this.#taken] as ScriptedRequest;
    this.#taken += 1;
    const seen = `${request.getMethod()} ${url === undefined ? '' : request.getURL()}`;
    if (seen !== `${method} ${url ?? ''}`) throw new Error(`${method} ${url ?? ''} was expected, ${seen} came`);
    // Headers and body follow its making.
    await new Promise((settled) => setTimeout(settled, 0));
    return request;
  }

  get isQuiet(): boolean {
    return this.requests.length === this.#taken;
  }
}
