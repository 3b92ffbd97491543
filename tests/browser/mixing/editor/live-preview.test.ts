import { expect, test } from '@rstest/core';

import { LivePreview } from '#plugins/mixing/web/editor/store/LivePreview.ts';
import type { PreviewDeaths } from '#plugins/mixing/web/preview/preview-deaths.ts';
import type {
  PreviewComposition,
  PreviewEngine,
  PreviewState,
  PreviewStudio,
  RepeatedPart,
} from '#plugins/mixing/web/preview/preview-engine.ts';
import { until } from '#tests/until.ts';

/** An engine whose loading ends when the test says so. */
class SlowEngine implements PreviewEngine {
  state: PreviewState = 'empty';
  readonly time = 0;
  readonly duration = 6;
  readonly error = null;
  readonly repeated: RepeatedPart[] = [];
  isRepeating = false;
  private readonly listeners = new Set<() => void>();
  private readonly loads: Array<() => void> = [];

  async load(): Promise<void> {
    this.isRepeating = false;
    this.tell('loading');
    const { promise, resolve } = Promise.withResolvers<void>();
    this.loads.push(resolve);
    await promise;
  }

  /** Ends all loadings, of which the last one counts. */
  async loaded(): Promise<void> {
    this.tell('ready');
    for (const end of this.loads.splice(0)) end();
    await new Promise((done) => setTimeout(done, 0));
  }

  async waitForLoads(count: number): Promise<void> {
    while (this.loads.length < count) await new Promise((done) => setTimeout(done, 5));
  }

  repeat(part: RepeatedPart): void {
    this.repeated.push(part);
    this.isRepeating = true;
    this.tell('playing');
  }

  play(): Promise<void> {
    this.isRepeating = false;
    if (this.state === 'ready') this.tell('playing');
    return Promise.resolve();
  }

  pause(): void {
    this.isRepeating = false;
    if (this.state === 'playing') this.tell('ready');
  }

  seek(): Promise<void> {
    return Promise.resolve();
  }

  changed(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  dispose(): void {
    this.listeners.clear();
  }

  private tell(state: PreviewState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

/** What this browser remembers of other pages, and whether this one is marked. */
class Deaths implements PreviewDeaths {
  marks = 0;

  constructor(private died = false) {}

  happened(): Promise<boolean> {
    return Promise.resolve(this.died);
  }

  forget(): void {
    this.died = false;
  }

  mark(): Promise<() => void> {
    this.marks += 1;
    return Promise.resolve(() => void (this.marks -= 1));
  }
}

function setUp(deaths = new Deaths()) {
  const engine = new SlowEngine();
  const prepared: { composition: PreviewComposition; marks: number }[] = [];
  let closed = 0;
  const studio: PreviewStudio = {
    prepare: (composition) => void prepared.push({ composition, marks: deaths.marks }),
    engineOn: () => engine,
    dispose: () => void (closed += 1),
  };
  const live = new LivePreview(deaths, () => Promise.resolve(studio), true);
  return { engine, prepared, live, deaths, closed: () => closed };
}

async function open() {
  const { engine, live } = setUp();
  live.attach(document.createElement('canvas'));
  live.show({} as PreviewComposition, true);
  // One for the canvas and one for what is shown on it.
  await engine.waitForLoads(2);
  return { engine, live };
}

test('what is to be seen first is decoded before there is anything to draw on, and let go of with it', async () => {
  const { engine, prepared, live, deaths, closed } = setUp();
  const composition = {} as PreviewComposition;
  live.show(composition, true);
  await new Promise((done) => setTimeout(done, 5));
  // A page that dies of it has to be known by its mark.
  expect(prepared).toEqual([{ composition, marks: 1 }]);
  const detach = live.attach(document.createElement('canvas'));
  await engine.waitForLoads(1);
  live.show(composition, false);
  detach();
  await new Promise((done) => setTimeout(done, 5));
  expect([closed(), deaths.marks]).toEqual([1, 0]);
  live.show(composition, true);
  await new Promise((done) => setTimeout(done, 5));
  expect(prepared).toHaveLength(1);
  live.dispose();
});

test('what is started while the picture is still loading plays as soon as it is there', async () => {
  const { engine, live } = await open();
  await live.toggle();
  expect(live.isPlaying).toBe(false);
  await engine.loaded();
  expect(live.isPlaying).toBe(true);
  live.dispose();
});

test('what is started and stopped while the picture is loading stays still', async () => {
  const { engine, live } = await open();
  await live.toggle();
  await live.toggle();
  await engine.loaded();
  expect(live.isPlaying).toBe(false);
  live.dispose();
});

test('two changes in a row while it plays do not stop it', async () => {
  const { engine, live } = await open();
  await engine.loaded();
  await live.toggle();
  expect(live.isPlaying).toBe(true);
  live.show({} as PreviewComposition, true);
  await engine.waitForLoads(1);
  live.show({} as PreviewComposition, true);
  await engine.waitForLoads(2);
  await engine.loaded();
  expect(live.isPlaying).toBe(true);
  live.dispose();
});

const JOINT = { key: 'joint', repeated: { start: 1, rest: 1.5, end: 2 } };
const LINE = { key: 'line', repeated: { start: 3, rest: 3.1, end: 4 } };

test('what is worked on is repeated, at once and after every change, and no longer than it is worked on', async () => {
  const { engine, live } = await open();
  await engine.loaded();
  live.follow(JOINT);
  expect(engine.repeated).toEqual([JOINT.repeated]);
  live.show({} as PreviewComposition, false);
  live.follow(LINE);
  // The picture has to be drawn first.
  expect(engine.repeated).toHaveLength(1);
  await engine.waitForLoads(1);
  await engine.loaded();
  expect(engine.repeated.at(-1)).toEqual(LINE.repeated);
  live.follow(null);
  expect(live.isPlaying).toBe(false);
  live.dispose();
});

test('what the user plays or stops is left alone until there is another edit', async () => {
  const { engine, live } = await open();
  await engine.loaded();
  live.follow(JOINT);
  await live.toggle();
  expect(live.isPlaying).toBe(false);
  live.show({} as PreviewComposition, false);
  await engine.waitForLoads(1);
  await engine.loaded();
  expect(engine.repeated).toHaveLength(1);
  await live.toggle();
  expect([live.isPlaying, engine.isRepeating]).toEqual([true, false]);
  live.follow(LINE);
  expect(engine.isRepeating).toBe(false);
  await live.toggle();
  live.release();
  live.show({} as PreviewComposition, false);
  await engine.waitForLoads(1);
  await engine.loaded();
  expect(engine.repeated.at(-1)).toEqual(LINE.repeated);
  live.dispose();
});

test('a page is marked as long as it shows a preview', async () => {
  const { engine, live, deaths } = setUp();
  live.show({} as PreviewComposition, true);
  const detach = live.attach(document.createElement('canvas'));
  await engine.waitForLoads(1);
  expect(deaths.marks).toBe(1);
  detach();
  expect(deaths.marks).toBe(0);
  live.dispose();
});

test('a page that is left before it has drawn anything keeps no mark', async () => {
  const { live, deaths } = setUp();
  live.show({} as PreviewComposition, true);
  live.dispose();
  await new Promise((done) => setTimeout(done, 5));
  expect(deaths.marks).toBe(0);
});

test('after a page has died of a preview none is begun, until somebody asks for it', async () => {
  const { engine, prepared, live, deaths } = setUp(new Deaths(true));
  live.show({} as PreviewComposition, true);
  live.attach(document.createElement('canvas'));
  await until(() => live.hasDied);
  expect([live.isShown, live.state, deaths.marks, prepared.length]).toEqual([false, 'empty', 0, 0]);
  live.retry();
  await engine.waitForLoads(1);
  await engine.loaded();
  expect([live.isShown, live.state, deaths.marks]).toEqual([true, 'ready', 1]);
  live.dispose();
});
