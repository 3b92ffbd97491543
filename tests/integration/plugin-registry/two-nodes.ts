import { wholeEntry, type LeanEntry } from '#core/contract/lean-index.ts';
import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';
import { createHttpServer } from '#core/server/http/http-server.ts';
import { httpPlugins } from '#core/server/plugins/http-plugins.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { compose, type Composed, type ComposeOptions } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';

/** A node that shares the database of another. */
export interface OtherNode {
  composed: Composed;
  address: string;
  close(): Promise<void>;
}

export interface TwoNodes {
  one: TestServer;
  other: OtherNode;
  /** Starts one more. @param options.plugins those that ship with its version of the product; the same by default */
  start(options?: Partial<Pick<ComposeOptions, 'serverHalves' | 'plugins'>>): Promise<OtherNode>;
}

/** Two api nodes over one database. */
export async function startTwoNodes(scope: TestScope, discovered: readonly DiscoveredPlugin[]): Promise<TwoNodes> {
  const one = await startTestServer(scope, { discovered });
  const start: TwoNodes['start'] = async ({ plugins = discovered, ...options } = {}) => {
    const configuration = readConfiguration({
      DATA_DIR: one.dataDir,
      DATABASE_URL: one.composed.ctx.db.connectionString,
    });
    const composed = await compose(configuration, 'api', {
      ...options,
      concurrency: 0,
      plugins,
      log: testLog,
    });
    const http = await createHttpServer(composed.ctx, {
      version: '0.0.0',
      plugins: httpPlugins(plugins, composed.ctx),
      halves: composed.halves,
      ready: {},
      servedStore: composed.servedStore,
    });
    const address = await http.listen({ host: '127.0.0.1', port: 0 });
    return {
      composed,
      address,
      async close() {
        await http.close();
        await composed.close();
      },
    };
  };
  const other = await start();
  lastFirst(scope).after(() => other.close());
  return { one, other, start };
}

export interface Told {
  status: number;
  error: string | undefined;
  params: Record<string, unknown> | undefined;
  data: unknown;
}

/** Makes a call of a node. */
export async function ask(
  { address }: { address: string },
  path: string,
  options: { method?: string; token?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Told> {
  const { method = 'GET', token, headers = {}, body } = options;
  const answer = await fetch(address + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const { data } = (text === '' ? { data: null } : JSON.parse(text)) as { data: Record<string, unknown> | null };
  return {
    status: answer.status,
    error: data?.['error'] as string | undefined,
    params: data?.['params'] as Record<string, unknown> | undefined,
    data,
  };
}

/** What a node's index says of one plugin to somebody. */
export async function entryOf(node: { address: string }, id: string, token?: string): Promise<PluginEntry | undefined> {
  const { data } = await ask(node, '/api/plugins', { token });
  const entry = (data as { plugins: LeanEntry[] }).plugins.find(({ manifest }) => manifest.id === id);
  return entry === undefined ? undefined : wholeEntry(entry);
}

/** What a node says that loading a plugin from outside takes; undefined when it does not tell. */
export async function sourceOf(
  node: { address: string },
  id: string,
  token?: string,
): Promise<PluginSource | undefined> {
  const { status, data } = await ask(node, `/api/plugins/${id}/source`, { token });
  return status === 200 ? (data as unknown as PluginSource) : undefined;
}

/** Reads one event after another of a node's stream; those of topics that are not asked for are left out. */
export async function openEvents(node: { address: string }, token: string, lastId?: string) {
  const hangUp = new AbortController();
  const answer = await fetch(`${node.address}/api/events`, {
    headers: { authorization: `Bearer ${token}`, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
    signal: hangUp.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    hangUp: () => hangUp.abort(),
    /** The number of the next event of a topic. */
    async next(topic: string): Promise<string> {
      for (;;) {
        const end = text.indexOf('\n\n');
        const frame = text.slice(0, Math.max(end, 0));
        if (end >= 0) text = text.slice(end + 2);
        if (new RegExp(`^event: ${topic}$`, 'm').test(frame)) return /^id: (\d+)$/m.exec(frame)?.[1] ?? '';
        if (end >= 0) continue;
        const read = await reader?.read();
        if (read === undefined || read.done) throw new Error(`the stream ended before "${topic}" came`);
        text += read.value;
      }
    },
  };
}

/**
 * Waits until something holds on another node, which hears of it a moment later.
 * @throws after 10 seconds
 */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it does not hold after 10 s: ${String(holds)}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
