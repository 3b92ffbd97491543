import { afterEach, expect, rs, test } from '@rstest/core';

import type { HttpRequest } from '#core/web/http/http.ts';
import { createPluginReports } from '#core/web/outside/report-plugins.ts';
import { LoadFailure } from '#core/web/plugins/load-failure.ts';
import { buildEntry } from '#core/web/testing/index.ts';

import { buildSource } from './build-outside.ts';

const entry = (version = '1.0.0', dev = false) => ({
  ...buildEntry({ id: 'brand', version }),
  source: buildSource({ dev }),
});

const messageIn = (request: HttpRequest | undefined): string => String(Reflect.get(Object(request?.body), 'message'));

function build() {
  const sent: HttpRequest[] = [];
  const world = { token: 'mine' as string | null, now: 0, fails: false };
  const reports = createPluginReports({
    http: () => ({
      send<T>(request: HttpRequest) {
        sent.push(request);
        return world.fails ? Promise.reject(new Error('offline')) : Promise.resolve({} as T);
      },
    }),
    token: () => world.token,
    now: () => world.now,
  });
  return { reports, sent, world };
}

// The document stays for the tests of other files.
afterEach(() => void rs.restoreAllMocks());

test('faults go to the server with version and phase, at most three a minute', () => {
  const { reports, sent, world } = build();
  for (let times = 0; times < 5; times += 1) reports.fault(entry(), 'render', new Error('broken'));
  expect(sent).toHaveLength(3);
  expect(sent[0]).toMatchObject({
    ...{ method: 'POST', path: '/api/plugins/brand/faults', handlesErrors: true },
    body: { version: '1.0.0', phase: 'render' },
  });
  expect(messageIn(sent[0])).toContain('broken');
  reports.fault(entry('1.0.1'), 'import', 'text');
  expect(sent).toHaveLength(4);
  world.now = 61_000;
  reports.fault(entry(), 'render', new Error('x'.repeat(9_000)));
  expect(messageIn(sent[4])).toHaveLength(4_000);
});

test('what is no fault of the plugin, or happens to nobody, is not told', () => {
  const { reports, sent, world } = build();
  reports.fault(entry(), 'import', new LoadFailure('import', 'offline', { isPassing: true }));
  world.token = null;
  reports.fault(entry(), 'render', new Error('broken'));
  reports.proven(entry());
  expect(sent).toEqual([]);
});

test('a version that runs is told once a session, and again when it could not be told', async () => {
  const { reports, sent, world } = build();
  reports.proven(entry());
  reports.proven(entry());
  reports.proven(entry('1.0.0', true));
  expect(sent).toMatchObject([{ path: '/api/plugins/brand/proven', body: { version: '1.0.0' } }]);
  reports.proven(entry('1.0.1'));
  world.token = 'another';
  world.fails = true;
  reports.proven(entry());
  await Promise.resolve().then(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 0));
  reports.proven(entry());
  expect(sent).toHaveLength(4);
});

test('uses of services are told together after five seconds, and when the page is hidden', () => {
  rs.useFakeTimers();
  const { reports, sent, world } = build();
  for (let times = 0; times < 3; times += 1) reports.used('brand', 'dialogs@1');
  reports.used('brand', 'events@1');
  reports.used('buoy', 'events@1');
  rs.advanceTimersByTime(4_999);
  expect(sent).toEqual([]);
  rs.advanceTimersByTime(1);
  expect(sent).toMatchObject([
    { method: 'POST', path: '/api/plugins/brand/uses', body: { uses: { 'dialogs@1': 3, 'events@1': 1 } } },
    { method: 'POST', path: '/api/plugins/buoy/uses', body: { uses: { 'events@1': 1 } } },
  ]);
  rs.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(2);

  reports.used('brand', 'player@1');
  rs.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sent[2]).toMatchObject({ body: { uses: { 'player@1': 1 } } });

  world.token = null;
  reports.used('brand', 'player@1');
  rs.advanceTimersByTime(5_000);
  expect(sent).toHaveLength(3);
  rs.useRealTimers();
});
