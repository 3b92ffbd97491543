import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { processExists } from '#core/server/ground/process-identity.ts';

import { createProcessorMeter } from '../../../scripts/testing/processor-meter.ts';
import { createTestProcess, type TestFileResult } from '../../../scripts/testing/test-process.ts';

interface Limits {
  limitMilliseconds?: number;
  settleMilliseconds?: number;
}

/** Runs test files with these texts one after another: without types, which each process would load a compiler for. */
async function runTexts(t: TestContext, texts: string[], limits: Limits = {}): Promise<TestFileResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inner-'));
  const meter = createProcessorMeter();
  const tests = createTestProcess({ meter, limitMilliseconds: 120_000, settleMilliseconds: 300, ...limits });
  t.after(async () => {
    await tests.close();
    meter.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const results: TestFileResult[] = [];
  for (const [index, text] of texts.entries()) {
    const file = join(folder, `${index}.test.mjs`);
    await writeFile(
      file,
      `import { after, before, mock, test } from 'node:test';\nimport { spawn } from 'node:child_process';\n${text}`,
    );
    results.push(await tests.run(file));
  }
  return results;
}

async function runText(t: TestContext, text: string, limits?: Limits): Promise<TestFileResult> {
  const [result] = await runTexts(t, [text], limits);
  assert.ok(result);
  return result;
}

const GOOD = `test('good', () => {});`;

test('what passed, failed and was skipped is counted, suites are not', async (t) => {
  const result = await runText(
    t,
    `test.suite('suite', () => {
      test('good', () => {});
      test('bad', () => { throw new Error('it broke'); });
      test('later', { skip: true }, () => {});
    });`,
  );
  assert.equal(result.passed, 1);
  assert.equal(result.skipped, 1);
  assert.equal(result.failures.length, 1);
  assert.match(result.failures[0] ?? '', /^bad .*0\.test\.mjs:5[\s\S]*it broke/);
});

test('files run one after another in one process, each with a folder, hooks and results of its own', async (t) => {
  const text = `import { tmpdir } from 'node:os';
    before(() => console.log('before', tmpdir()));
    after(() => console.log('after'));
    test('tells', () => console.log(process.pid));`;
  const results = await runTexts(t, [text, text]);
  const told = results.map(({ passed, failures, output }) => {
    assert.deepEqual([passed, failures], [1, []]);
    const [, folder, pid] = /^before (\S+)\n(\d+)\nafter\n$/.exec(output) ?? [];
    return { folder, pid };
  });
  assert.ok(told[0]?.folder);
  assert.equal(told[0].pid, told[1]?.pid);
  assert.notEqual(told[0].folder, told[1]?.folder);
});

test('a failed file is told by its own name, and the next begins in a new process', async (t) => {
  const pid = `test('tells', () => console.log(process.pid));`;
  const [first, second, third] = await runTexts(t, [pid, `${pid} test('bad', () => { throw new Error(); });`, pid]);
  assert.equal(second?.failures.length, 1);
  assert.equal(second.output, first?.output);
  assert.deepEqual([third?.passed, third?.failures], [1, []]);
  assert.notEqual(third?.output, first?.output);
});

test('a file without a test has failed', async (t) => {
  const { failures } = await runText(t, '');
  assert.match(failures.join(), /holds no test$/);
});

test('a file that does not load has failed with what broke', async (t) => {
  const { failures } = await runText(t, `throw new Error('not today');`);
  assert.equal(failures.length, 1);
  assert.match(failures[0] ?? '', /0\.test\.mjs as a whole[\s\S]*not today/);
});

test('a hook that fails is a failure, as is one of a suite in the file', async (t) => {
  const [own, inner] = await runTexts(t, [
    `${GOOD} after(() => { throw new Error('not tidied up'); });`,
    `test.suite('suite', () => { after(() => { throw new Error('not tidied up'); }); ${GOOD} });`,
  ]);
  for (const result of [own, inner]) {
    assert.equal(result?.passed, 1);
    assert.equal(result.failures.length, 1);
    assert.match(result.failures[0] ?? '', /not tidied up/);
  }
});

test('an error that no test takes is a failure of the file', async (t) => {
  const { failures } = await runText(
    t,
    `test('good', () => { setTimeout(() => Promise.reject(new Error('too late')), 50); });`,
  );
  assert.equal(failures.length, 1);
  assert.match(failures[0] ?? '', /0\.test\.mjs broke outside of its tests[\s\S]*too late/);
});

test('an error belongs to the test that caused it, and what is asynchronous is not followed', async (t) => {
  const { passed, failures } = await runText(
    t,
    `import { executionAsyncId } from 'node:async_hooks';
    test('stray', () => new Promise((resolve) => {
      setTimeout(() => { setTimeout(resolve, 50); throw new Error('too early') }, 1);
    }));
    test('quick', async () => {
      const ids = [];
      for (let n = 0; n < 3; n++) { await null; ids.push(executionAsyncId()); }
      if (new Set(ids).size > 1) throw new Error('each promise has an id: ' + ids);
    });`,
  );
  assert.equal(passed, 1);
  assert.equal(failures.length, 1);
  assert.match(failures[0] ?? '', /^stray [\s\S]*too early/);
});

test('a hook that is added while a test runs ends that test', async (t) => {
  const { failures, output } = await runText(
    t,
    `test('one', async () => { await null; after(() => console.log('one ended')); });
    test('two', () => console.log('two began'));`,
  );
  assert.deepEqual([failures, output], [[], 'one ended\ntwo began\n']);
});

test('suites may take their time to declare their tests', async (t) => {
  const later = (name: string, milliseconds: number) => `test.suite('${name}', async () => {
      await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
      test('${name}', () => {});
    });`;
  const { passed, failures } = await runText(
    t,
    `${GOOD} ${later('late', 20)} ${later('later', 200)} ${later('soon', 5)}`,
  );
  assert.deepEqual([passed, failures], [4, []]);
});

test('a file that hangs is ended and has failed, with the test that hangs', async (t) => {
  const { failures, passed } = await runText(t, `${GOOD} test('hangs', () => new Promise(() => {}));`, {
    limitMilliseconds: 6_000,
  });
  assert.equal(passed, 1);
  assert.match(failures.join('\n'), /was ended after 6 s; the last test that began: hangs/);
});

test('a file that ends its process has failed, and the next runs', async (t) => {
  const [first, second] = await runTexts(t, [`${GOOD} test('leaves', () => process.exit(3));`, GOOD]);
  assert.match(first?.failures.join('\n') ?? '', /ended its process with exit code 3; .*leaves/);
  assert.deepEqual([second?.passed, second?.failures], [1, []]);
});

test('a file that would not end by itself has failed', async (t) => {
  const [timer, server] = await runTexts(t, [
    `${GOOD} setInterval(() => {}, 1000);`,
    `import { createServer } from 'node:net'; test('listens', () => void createServer().listen(0));`,
  ]);
  assert.match(timer?.failures.join('\n') ?? '', /does not end by itself: Timeout$/);
  assert.match(server?.failures.join('\n') ?? '', /does not end by itself: TCPServerWrap$/);
});

const spoiled: [string, string, RegExp][] = [
  ['a variable of the environment', `process.env.HARBOUR = 'Hamburg';`, /the variable HARBOUR/],
  ['the folder of the process', `process.chdir('/');`, /left the process in \//],
  ['a new global', `globalThis.harbour = 1;`, /the global harbour/],
  ['a replaced global', `globalThis.fetch = () => {};`, /the global fetch/],
  ['a patched method', `Date.now = () => 0;`, /the global Date\.now/],
  ['a listener of the process', `process.on('SIGTERM', () => {});`, /a listener of the process for SIGTERM/],
];
test('a file has failed that leaves something behind, and each thing is told', async (t) => {
  const [clean, spoils] = await runTexts(t, [
    `test('leaves nothing', () => { void [process.env.HARBOUR, Date.now()]; });`,
    `test('spoils', () => { ${spoiled.map(([, text]) => text).join(' ')} });`,
  ]);
  assert.deepEqual(clean?.failures, []);
  assert.equal(spoils?.passed, 1);
  assert.equal(spoils.failures.length, spoiled.length, spoils.failures.join('\n'));
  for (const [what, , message] of spoiled) {
    const told: string[] = spoils.failures.filter((failure) => message.test(failure));
    assert.equal(told.length, 1, what);
    assert.match(told[0] ?? '', /spoils the next file/, what);
  }
});

test('mocks end with their file', async (t) => {
  const [first, second] = await runTexts(t, [
    `test('mocks', () => { mock.method(performance, 'now', () => 7); mock.timers.enable({ apis: ['Date'], now: 7 }); });`,
    `test('real', () => { if (performance.now() === 7 || Date.now() === 7) throw new Error('still mocked'); });`,
  ]);
  assert.deepEqual(first?.failures, []);
  assert.deepEqual(second?.failures, []);
});

test('a process left behind is a failure, and is ended', async (t) => {
  const { failures, output } = await runText(
    t,
    `test('forgets a child', () => {
      const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
      child.unref();
      console.log(child.pid);
    });`,
  );
  assert.match(failures.join(), /left a process behind: \d+ sleep 1000/);
  while (processExists(Number(output.trim()))) await sleep(10);
});

test('how long a file kept processors busy is told, with what it started', async (t) => {
  const busy = `for (let from = process.cpuUsage(), user = 0, system = 0; user + system < 300_000; )
    ({ user, system } = process.cpuUsage(from));`;
  const [own, child, orphan] = await runTexts(t, [
    `test('works', () => { ${busy} });`,
    `import { execFileSync } from 'node:child_process';
    test('has work done', () => void execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}]));`,
    // Nobody waits for the one in the background, which ends by itself.
    `import { execFileSync } from 'node:child_process';
    import { existsSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    import { join } from 'node:path';
    test('has work done by an orphan', async () => {
      const done = join(tmpdir(), 'done');
      const work = ${JSON.stringify(busy + busy + busy)} + 'require("node:fs").writeFileSync(' + JSON.stringify(done) + ', "")';
      execFileSync('/bin/sh', ['-c', '"$0" "$@" > /dev/null 2>&1 &', process.execPath, '-e', work]);
      while (!existsSync(done)) await new Promise((resolve) => setTimeout(resolve, 50));
    });`,
  ]);
  assert.ok((own?.processorSeconds ?? 0) > 0.2, JSON.stringify(own));
  assert.ok((child?.processorSeconds ?? 0) > 0.2, JSON.stringify(child));
  assert.ok((orphan?.processorSeconds ?? 0) > 0.4, JSON.stringify(orphan));
});
