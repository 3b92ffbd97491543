import { afterEach, expect, test } from '@rstest/core';

import { createPluginSources } from '#core/web/plugins/plugin-sources.ts';
import { LoadFailure } from '#core/web/plugins/load-failure.ts';
import { buildEntry } from '#core/web/testing/index.ts';

import { buildSource } from '../outside/build-outside.ts';

const fetchOfPage = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetchOfPage;
});

/** A server that answers one call after the other. */
function serve(...answers: (object | number | Error)[]) {
  const asked: (readonly [string, string | null])[] = [];
  globalThis.fetch = async (address, init) => {
    asked.push([address as string, new Headers(init?.headers).get('authorization')]);
    const answer = answers.shift() ?? 500;
    if (answer instanceof Error) throw answer;
    return typeof answer === 'number' ? new Response('', { status: answer }) : Response.json({ data: answer });
  };
  return asked;
}

const entry = (revision: string) => ({
  ...buildEntry({ id: 'brand' }),
  source: { untrusted: false, revision, dev: false },
});

test('it is read once for each revision, in the name of who is logged in', async () => {
  const [first, second] = [buildSource({ revision: 'one' }), buildSource({ revision: 'two' })];
  const asked = serve(first, second);
  const sources = createPluginSources(() => 'key');
  expect(await Promise.all([sources.of(entry('one')), sources.of(entry('one'))])).toEqual([first, first]);
  expect(await sources.of(entry('two'))).toEqual(second);
  const call = ['/api/plugins/brand/source', 'Bearer key'] as const;
  expect(asked).toEqual([call, call]);
});

test('a server that is not reached, or is further than the index, is no fault of the plugin, and is asked again', async () => {
  const whole = buildSource({ revision: 'one' });
  const asked = serve(new TypeError('no network'), 503, buildSource({ revision: 'other' }), whole);
  const sources = createPluginSources(() => null);
  for (let times = 0; times < 3; times++) {
    const failure: unknown = await sources.of(entry('one')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LoadFailure);
    expect(failure).toMatchObject({ phase: 'import', isPassing: true });
  }
  expect(await sources.of(entry('one'))).toEqual(whole);
  expect(asked.map(([, token]) => token)).toEqual([null, null, null, null]);
});
