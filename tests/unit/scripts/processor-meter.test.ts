import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';

import {
  createProcessorMeter,
  type ProcessorMeter,
  type ProcessTable,
  type ProcessTimes,
} from '../../../scripts/testing/processor-meter.ts';

/** Processes that start, work and end when a test says so. */
class FakeSystem implements ProcessTable {
  readonly #processes = new Map<number, ProcessTimes>();
  readonly #marks = new Map<number, string>();
  #started = 0;
  /** Happens once a process has been read, while others are still to be. */
  afterReading: { pid: number; happens: () => void } | undefined;

  pids(): ReadonlySet<number> {
    return new Set(this.#processes.keys());
  }

  read(pid: number): ProcessTimes | undefined {
    const found = this.#processes.get(pid);
    const copy = found && { ...found };
    if (this.afterReading?.pid === pid) {
      const { happens } = this.afterReading;
      this.afterReading = undefined;
      happens();
    }
    return copy;
  }

  mark(pid: number): string {
    return this.#marks.get(pid) ?? '';
  }

  start(pid: number, parent: number, { seconds = 0, mark }: { seconds?: number; mark?: string } = {}): void {
    this.#started += 1;
    this.#processes.set(pid, { parent, began: String(this.#started), own: seconds, ofChildren: 0 });
    if (mark !== undefined) this.#marks.set(pid, mark);
  }

  work(pid: number, seconds: number): void {
    this.#of(pid).own += seconds;
  }

  /** Ends a process; its children are the system's then. */
  end(pid: number, { waitedFor }: { waitedFor: boolean }): void {
    const { parent, own, ofChildren } = this.#of(pid);
    this.#processes.delete(pid);
    for (const other of this.#processes.values()) if (other.parent === pid) other.parent = 1;
    if (waitedFor) this.#of(parent).ofChildren += own + ofChildren;
  }

  #of(pid: number): ProcessTimes {
    const found = this.#processes.get(pid);
    assert.ok(found, `process ${pid} runs`);
    return found;
  }
}

const ROOT = 10;

function setUp(t: TestContext): { system: FakeSystem; meter: ProcessorMeter; seconds(): number } {
  const system = new FakeSystem();
  system.start(1, 0);
  system.start(ROOT, 1, { seconds: 1 });
  // Its clock does not run: it looks when it is asked.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const meter = createProcessorMeter(system);
  meter.follow(ROOT, '/folder');
  return { system, meter, seconds: () => meter.secondsOf(ROOT) };
}

test('a child counts while it runs, and once when its parent has waited for it', (t) => {
  const { system, seconds } = setUp(t);
  system.start(20, ROOT, { seconds: 2 });
  assert.equal(seconds(), 3);
  system.work(20, 1);
  system.end(20, { waitedFor: true });
  assert.deepEqual([seconds(), seconds(), seconds()], [4, 4, 4]);
});

test('a child that nobody waits for keeps what it was last seen with', (t) => {
  const { system, meter, seconds } = setUp(t);
  system.start(20, ROOT, { seconds: 2 });
  assert.equal(seconds(), 3);
  system.end(20, { waitedFor: false });
  assert.deepEqual([seconds(), seconds(), seconds()], [3, 3, 3]);
  assert.equal(meter.orphanSeconds(), 2);
});

test('a child that is waited for between the looks at its parent and at itself counts once', (t) => {
  const { system, meter, seconds } = setUp(t);
  system.start(20, ROOT, { seconds: 2 });
  assert.equal(seconds(), 3);
  system.afterReading = { pid: ROOT, happens: () => system.end(20, { waitedFor: true }) };
  assert.deepEqual([seconds(), seconds(), seconds()], [3, 3, 3]);
  assert.equal(meter.orphanSeconds(), 0);
});

test('a grandchild counts once when its parent waits for it, when both end at once, and when only its parent ends', (t) => {
  const { system, meter, seconds } = setUp(t);
  const family = (): void => {
    system.start(20, ROOT, { seconds: 1 });
    system.start(30, 20, { seconds: 2 });
  };
  family();
  assert.equal(seconds(), 4);
  system.end(30, { waitedFor: true });
  assert.equal(seconds(), 4);
  system.end(20, { waitedFor: true });
  assert.deepEqual([seconds(), seconds()], [4, 4]);

  family();
  assert.equal(seconds(), 7);
  system.end(30, { waitedFor: true });
  system.end(20, { waitedFor: true });
  assert.deepEqual([seconds(), seconds()], [7, 7]);

  family();
  assert.equal(seconds(), 10);
  system.end(20, { waitedFor: true });
  assert.equal(seconds(), 10);
  system.work(30, 5);
  assert.equal(seconds(), 15);
  system.end(30, { waitedFor: false });
  assert.deepEqual([seconds(), seconds()], [15, 15]);
  assert.equal(meter.orphanSeconds(), 7);
});

test('the time of a parent that ends right after it waited for a child contains that child once', (t) => {
  const { system, meter, seconds } = setUp(t);
  system.start(20, ROOT, { seconds: 1 });
  system.start(30, 20, { seconds: 2 });
  assert.equal(seconds(), 4);
  system.afterReading = { pid: 20, happens: () => system.end(30, { waitedFor: true }) };
  assert.equal(seconds(), 4);
  system.end(20, { waitedFor: true });
  assert.deepEqual([seconds(), seconds(), seconds()], [4, 4, 4]);
  assert.equal(meter.orphanSeconds(), 0);
});

test('a process with the id of an earlier one is another process', (t) => {
  const { system, seconds } = setUp(t);
  system.start(20, ROOT, { seconds: 2 });
  assert.equal(seconds(), 3);
  system.end(20, { waitedFor: false });
  system.start(20, 1, { seconds: 9 });
  assert.deepEqual([seconds(), seconds()], [3, 3]);
});

test('a marked process counts whoever started it, others do not', (t) => {
  const { system, seconds } = setUp(t);
  system.start(20, 1, { seconds: 2, mark: '/folder' });
  system.start(30, 1, { seconds: 4 });
  system.start(40, 1, { seconds: 8, mark: '/other' });
  assert.equal(seconds(), 3);
});

test('what outlives the followed process counts as nobody’s, before and after it ends', (t) => {
  const { system, meter, seconds } = setUp(t);
  system.start(20, ROOT, { seconds: 2 });
  assert.equal(seconds(), 3);
  system.end(ROOT, { waitedFor: false });
  assert.equal(meter.orphanSeconds(), 2);
  system.end(20, { waitedFor: false });
  assert.deepEqual([meter.orphanSeconds(), meter.orphanSeconds()], [2, 2]);
});
