import assert from 'node:assert/strict';
import { test } from 'node:test';

import { guardProvision } from '#core/server/plugins/guard-provision.ts';
import { createProvisions, type Provider } from '#core/server/plugins/provisions.ts';
import { provide, serverToken, type Provision } from '#core/server/plugins/server-token.ts';
import { ExpectedError } from '#core/contract/errors.ts';

interface Tides {
  height(): number;
}
const TIDES = serverToken<Tides>('tide.table', 1);
const MOON = serverToken<Tides>('moon.phase', 1);
const tides: Tides = { height: () => 3 };

let off: string | undefined;

function open(...providers: (Partial<Provider> & { id: string; offers?: Provision[] })[]) {
  const lines: string[] = [];
  const provisions = createProvisions({
    log: { warn: (_facts: unknown, line: string) => void lines.push(line) } as never,
    isOn: (id) => id !== off,
  });
  for (const { offers = [], ...rest } of providers) {
    provisions.add({ make: () => offers, ...rest });
  }
  return { provisions, lines };
}

test('a token answers what its plugin provides, made once', () => {
  let made = 0;
  const make = () => {
    made += 1;
    return [provide(TIDES, tides)];
  };
  const { provisions } = open({ id: 'tide', make });
  assert.equal(provisions.use(TIDES), tides);
  assert.deepEqual(provisions.open('tide'), ['tide.table@1']);
  assert.equal(provisions.use(TIDES)?.height(), 3);
  assert.equal(made, 1);
});

test('a token of a plugin that is not there, or does not serve, answers undefined without a word', () => {
  let isUp = false;
  const { provisions, lines } = open({ id: 'tide', offers: [provide(TIDES, tides)], isUp: () => isUp });
  assert.equal(provisions.use(MOON), undefined);
  assert.equal(provisions.use(TIDES), undefined);
  isUp = true;
  assert.equal(provisions.use(TIDES), tides);
  off = 'tide';
  assert.equal(provisions.use(TIDES), undefined);
  off = undefined;
  assert.deepEqual(lines, []);
});

test('a name or a major that its plugin does not offer answers undefined, and the log says once what to do', () => {
  const { provisions, lines } = open({ id: 'tide', offers: [provide(TIDES, tides)] }, { id: 'moon' });
  assert.equal(provisions.use(serverToken('tide.table', 2)), undefined);
  assert.equal(provisions.use(serverToken('tide.table', 2)), undefined);
  assert.equal(provisions.use(serverToken('tide.tabel', 1)), undefined);
  assert.equal(provisions.use(MOON), undefined);
  assert.deepEqual(lines, [
    'the server half of "tide" offers no tide.table@2; it offers tide.table@1: update the plugin that is older',
    'the server half of "tide" offers no tide.tabel@1; is tide.table@1 meant?',
    'the server half of "moon" offers no moon.phase@1; it offers nothing: add "provides" to its server half',
  ]);
});

test('a plugin provides tokens of its own only, and each once', () => {
  const foreign = open({ id: 'moon', offers: [provide(TIDES, tides)] });
  assert.throws(() => foreign.provisions.open('moon'), {
    ...{ name: 'TypeError', message: 'moon: only "tide" provides tide.table@1; name a token of your own "moon.…"' },
  });
  const twice = open({ id: 'tide', offers: [provide(TIDES, tides), provide(TIDES, tides)] });
  assert.throws(() => twice.provisions.open('tide'), { message: /tide\.table@1 has two providers; remove one/ });
  const bare = open({ id: 'tide', make: () => [tides] as never });
  assert.throws(() => bare.provisions.open('tide'), { message: /must list what provide\(TOKEN, implementation\)/ });
  const none = open({ id: 'tide', make: () => tides as never });
  assert.throws(() => none.provisions.open('tide'), { message: /provides must answer a list/ });
});

test('plugins whose provisions need each other are named with the way round', () => {
  const circle = open(
    { id: 'tide', make: () => [provide(TIDES, circle.provisions.use(MOON) ?? tides)] },
    { id: 'moon', make: () => [provide(MOON, circle.provisions.use(TIDES) ?? tides)] },
  );
  assert.throws(() => circle.provisions.open('tide'), {
    message:
      'tide → moon.phase@1 → tide.table@1: "provides" of these plugins need each other; call ctx.use inside the methods',
  });
  const later = open(
    { id: 'tide', make: () => [provide(TIDES, { height: () => later.provisions.use(MOON)?.height() ?? 0 })] },
    { id: 'moon', make: () => [provide(MOON, { height: () => (later.provisions.use(TIDES) === undefined ? 1 : 2) })] },
  );
  assert.equal(later.provisions.use(TIDES)?.height(), 2);
});

test('a provider that takes its own errors fails alone', () => {
  const errors: unknown[] = [];
  const make = () => {
    throw new Error('low water');
  };
  const { provisions } = open({ id: 'tide', make, failed: (error) => errors.push(error) });
  assert.equal(provisions.use(TIDES), undefined);
  assert.match(String(errors[0]), /low water/);
});

test('tokens and implementations of another kind are refused where they are written', () => {
  assert.throws(() => serverToken('library', 1), { name: 'TypeError', message: /name it after its plugin/ });
  assert.throws(() => serverToken('tide.table', 0), { name: 'TypeError', message: /whole number from 1/ });
  assert.throws(() => provide(TIDES, undefined as never), { message: /must be an object with methods, got undefined/ });
  const { provisions } = open();
  assert.throws(() => provisions.use('tide.table' as never), {
    name: 'TypeError',
    message: /is no token of a server half/,
  });
  assert.throws(() => provisions.use(Symbol.for('tide.table@1')), { name: 'TypeError', message: /is no token/ });
});

test('what a guarded implementation throws is its own fault; what it expects passes', async () => {
  interface Work {
    readonly name: string;
    now(): string;
    breaks(): void;
    rejects(): Promise<void>;
    expects(): Promise<void>;
  }
  const WORK = serverToken<Work>('tide.work', 1);
  const faults: string[] = [];
  let isUp = true;
  class Own implements Work {
    readonly name = 'own';
    now = () => this.name;
    breaks() {
      throw new Error(`${this.name} broke`);
    }
    async rejects() {
      throw new Error(`${this.name} rejected`);
    }
    async expects() {
      throw new ExpectedError('core:file-missing', {}, { kind: 'not-found' });
    }
  }
  const guarded = guardProvision(provide(WORK, Object.freeze(new Own())), {
    id: 'tide',
    isUp: () => isUp,
    within: (work) => work(),
    fault: (error, place) => faults.push(`${place}: ${String(error)}`),
  });
  const work = guarded.implementation as Work;
  assert.deepEqual([work.name, work.now(), work.now === work.now, 'breaks' in work], ['own', 'own', true, true]);
  assert.throws(() => work.breaks(), { code: 'core:plugin.service-fault', params: { plugin: 'tide' } });
  await assert.rejects(work.rejects(), { code: 'core:plugin.service-fault', kind: 'unavailable' });
  await assert.rejects(work.expects(), { code: 'core:file-missing' });
  assert.deepEqual(faults, ['service: Error: own broke', 'service: Error: own rejected']);
  isUp = false;
  assert.throws(() => work.now(), { code: 'core:plugin.service-off' });
});
