import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, test } from 'node:test';

import { NO_FACTS } from '#core/server/ground/site-facts.ts';

import { startTestServer } from './test-server.ts';

let storeAnswers = true;
const server = await startTestServer(
  { after },
  {
    version: '1.2.3',
    metricsToken: 'a-token-for-the-test',
    mediaOrigins: ['https://files.example.com'],
    site: { ...NO_FACTS, partnerOrigins: ['https://partner.example.com'] },
    ready: {
      database: () => server.composed.ctx.db.pool.query('select 1'),
      files: async () => {
        if (!storeAnswers) throw new Error('secret address of the store');
      },
    },
  },
);

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.address + path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

test('a node lives, and is ready while every check holds', async () => {
  for (const path of ['/health/live', '/healthz']) assert.equal((await get(path)).status, 200, path);
  const ready = await get('/health/ready');
  assert.deepEqual(
    [ready.status, JSON.parse(ready.text)],
    [200, { status: 'ok', checks: { database: 'ok', files: 'ok' } }],
  );
  storeAnswers = false;
  const failing = await get('/health/ready');
  assert.equal((await get('/readyz')).status, 503);
  storeAnswers = true;
  assert.deepEqual(
    [failing.status, JSON.parse(failing.text)],
    [503, { status: 'failed', checks: { database: 'ok', files: 'failed' } }],
  );
});

test('metrics tell requests, tasks, connections, streams and rendering', async () => {
  await get('/health/live');
  const { status, headers, text } = await get('/metrics');
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/plain/);
  assert.match(text, /reelport_http_requests_total\{method="GET",route="\/health\/live",status="200"\} [1-9]/);
  assert.match(text, /reelport_http_request_seconds_bucket\{le="0\.005",method="GET",route="\/health\/live"\}/);
  for (const name of [
    'reelport_database_connections{state="idle"}',
    'reelport_event_streams',
    'reelport_render_nodes{outcome="built"}',
    'nodejs_eventloop_lag_seconds',
    '# TYPE reelport_tasks gauge',
  ]) {
    assert.ok(text.includes(name), name);
  }
});

test('routes are counted by their pattern, unknown ones together', async () => {
  for (const path of ['/nowhere/1', '/nowhere/2']) await get(path);
  const { text } = await get('/metrics');
  assert.match(text, /reelport_http_requests_total\{method="GET",route="unknown",status="404"\} [2-9]/);
  assert.ok(!text.includes('/nowhere'));
});

test('metrics are for this machine, operators and the holder of the token', async () => {
  const operator = await server.signIn({ operator: true });
  const member = await server.signIn();
  const status = async (headers: Record<string, string>) => (await get('/metrics', headers)).status;
  assert.equal(await status({ authorization: 'Bearer a-token-for-the-test' }), 200);
  assert.equal(await status({ authorization: `Bearer ${operator.token}` }), 200);
  assert.equal(await status({ authorization: `Bearer ${member.token}` }), 403);
  assert.equal(await status({ authorization: 'Bearer another-token-for-the-test' }), 403);
  assert.equal(await status({ 'x-forwarded-for': '203.0.113.9' }), 403);
});

test('the API describes itself as OpenAPI 3.1', async () => {
  const { status, text } = await get('/api/openapi.json');
  assert.equal(status, 200);
  const api = JSON.parse(text) as {
    openapi: string;
    info: { version: string };
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  assert.equal(api.openapi, '3.1.0');
  assert.equal(api.info.version, '1.2.3');
  assert.deepEqual(Object.keys(api.paths).sort(), [
    '/api/events',
    '/api/files',
    '/api/files/{id}',
    '/api/files/{id}/url',
    '/api/jobs',
    '/api/plugins',
    '/api/plugins/gone',
    '/api/plugins/{id}/faults',
    '/api/plugins/{id}/proven',
    '/api/plugins/{id}/settings',
    '/api/plugins/{id}/source',
    '/api/plugins/{id}/uses',
    '/api/settings/{namespace}',
    '/api/tasks',
    '/api/tasks/{id}',
    '/api/tasks/{id}/cancel',
    '/api/tasks/{id}/retry',
    '/api/tool-prices/{tool}',
    '/api/tool-run-archives/{id}',
    '/api/tool-runs',
    '/api/tool-runs/{id}',
    '/api/tool-runs/{id}/archives',
    '/api/tool-runs/{id}/cancel',
    '/api/tool-runs/{id}/items',
    '/api/tool-runs/{id}/names',
    '/api/tool-runs/{id}/pause',
    '/api/tool-runs/{id}/resume',
    '/api/tool-runs/{id}/retry',
  ]);
  const read = api.paths['/api/files/{id}']?.['get'] ?? {};
  assert.equal(read['operationId'], 'core.readFile');
  assert.deepEqual(read['security'], [{ bearer: [] }]);
  assert.match(JSON.stringify(read['responses']), /"secCode".*"hash"/);
  const upload = JSON.stringify(api.paths['/api/files']?.['post']?.['requestBody']);
  assert.match(upload, /multipart\/form-data.*"format":"binary"/);
});

test('the documentation page and all that it loads come from this server', async () => {
  const page = await get('/api/docs');
  assert.equal(page.status, 200);
  const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  assert.ok(links.length >= 4);
  for (const link of links) {
    assert.ok(link.startsWith('/api/docs/'), link);
    assert.equal((await get(link)).status, 200, link);
  }
  assert.ok(!/<script>|<script [^>]*>[^<\s]/.test(page.text), 'no script stands in the page itself');
});

test('the first page says that it runs, in the reader’s language', async () => {
  const zh = await get('/');
  assert.match(zh.text, /<html lang="zh-CN">[\s\S]*映港正在运行[\s\S]*版本 1\.2\.3[\s\S]*href="\/api\/docs"/);
  const en = await get('/', { 'accept-language': 'en-GB,en;q=0.9' });
  assert.match(en.text, /<html lang="en">[\s\S]*Reelport is running[\s\S]*version 1\.2\.3/);
  assert.equal(en.headers.get('vary'), 'accept-language');
  assert.ok(!zh.text.includes('<script'));
  assert.equal((await get('/favicon.svg')).headers.get('content-type'), 'image/svg+xml');
});

test('docs are readable as text, and nothing beside them', async () => {
  for (const path of ['/docs/operators.md', '/docs/plugins/tutorial.md', '/docs/plugins/README.md']) {
    const page = await get(path);
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/plain; charset=utf-8'], path);
  }
  for (const path of [
    '/docs/no-such-page.md',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e%2fREADME.md',
    '/docs/a.ts',
    '/docs/plugins/..%2f..%2fpackage.json',
  ]) {
    assert.equal((await get(path)).status, 404, path);
  }
});

test('the policy names the origins of media and of partners', async () => {
  const policy = (await get('/')).headers.get('content-security-policy') ?? '';
  assert.match(policy, /img-src 'self' data: blob: https:\/\/files\.example\.com;/);
  assert.match(policy, /media-src 'self' blob: https:\/\/files\.example\.com;/);
  assert.match(policy, /frame-ancestors 'self' https:\/\/partner\.example\.com;/);
});

test('a forwarded address is believed from a trusted proxy only', async (t) => {
  const lines: string[] = [];
  const ipOf = async (address: string) => {
    lines.length = 0;
    await fetch(`${address}/`, { headers: { 'x-forwarded-for': '203.0.113.9' } }).then((answer) => answer.text());
    while (!lines.some((line) => line.includes('"ip"'))) await new Promise((resolve) => setImmediate(resolve));
    return (JSON.parse(lines.find((line) => line.includes('"ip"')) ?? '{}') as { ip: string }).ip;
  };
  const onLog = (line: string) => void lines.push(line);
  assert.equal(await ipOf((await startTestServer(t, { onLog, trustProxy: ['127.0.0.1'] })).address), '203.0.113.9');
  assert.equal(await ipOf((await startTestServer(t, { onLog, trustProxy: ['10.0.0.0/8'] })).address), '127.0.0.1');
});

test('a HEAD of an event stream is not one', async () => {
  const status = await new Promise((resolve, reject) => {
    request(`${server.address}/api/events`, { method: 'HEAD' }, (answer) => resolve(answer.statusCode))
      .on('error', reject)
      .end();
  });
  assert.equal(status, 404);
});
