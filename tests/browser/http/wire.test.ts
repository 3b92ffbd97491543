import { expect, rs, test } from '@rstest/core';
import { AxiosError } from 'axios';

import { sendOverWire } from '#core/web/http/wire.ts';

test('a request goes out at once: no cookie is looked up for it, which waits for the page to be drawn', async () => {
  const get = rs.fn(() => Promise.resolve(null));
  const send = rs.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
  rs.stubGlobal('cookieStore', { get });
  try {
    const hangUp = new AbortController();
    const answer = sendOverWire({
      ...{ method: 'GET', url: '/api/account', headers: {}, body: undefined, timeout: 1000, signals: [hangUp.signal] },
    }).catch((error: unknown) => error);
    // The library's own steps are promises that are kept already.
    for (let step = 0; step < 50; step++) await Promise.resolve();
    expect([send.mock.calls.length, get.mock.calls.length]).toEqual([1, 0]);
    hangUp.abort();
    await answer;
  } finally {
    rs.unstubAllGlobals();
    send.mockRestore();
  }
});

test('a call that is to outlive its page is sent in the way that browsers finish after the page', async () => {
  const sent = rs.fn((request: Request | string, more?: RequestInit) => {
    const { method } = new Request(request);
    return Promise.resolve(new Response(JSON.stringify({ method, keepalive: more?.keepalive })));
  });
  rs.stubGlobal('fetch', sent);
  try {
    const call = { method: 'POST', url: '/api/x', headers: {}, body: '{}', timeout: 1000, signals: [] } as const;
    const { body } = await sendOverWire({ ...call, keepalive: true });
    expect(body).toEqual({ method: 'POST', keepalive: true });
    expect(sent.mock.calls.length).toBe(1);
  } finally {
    rs.unstubAllGlobals();
  }
});

test.each([
  ['with a network a call that got no answer is tried again', true, 4],
  ['without one it is tried once, for the next attempt would fail as well', false, 1],
])('%s', async (_sentence, onLine, times) => {
  const online = rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  const adapter = rs.fn(() => Promise.reject(new AxiosError('no network', AxiosError.ERR_NETWORK)));
  try {
    const call = { method: 'GET', url: '/api/x', headers: {}, body: undefined, timeout: 1000, signals: [] } as const;
    await expect(sendOverWire(call, { adapter, random: () => 0 })).rejects.toMatchObject({ kind: 'network' });
    expect(adapter).toHaveBeenCalledTimes(times);
  } finally {
    online.mockRestore();
  }
});
