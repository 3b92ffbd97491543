import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the set-up needs of a checkout, without packages. */
function buildCheckout(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['scripts', 'locales', 'package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  return folder;
}

/** Notes in a checkout that all packages are installed, as npm does. */
function pretendInstalled(checkout: string): void {
  mkdirSync(join(checkout, 'node_modules'));
  cpSync(join(checkout, 'package-lock.json'), join(checkout, 'node_modules/.package-lock.json'));
}

function start(
  checkout: string,
  {
    program = 'scripts/start.mjs',
    env = {},
    nodeOptions = [],
  }: { program?: string; env?: NodeJS.ProcessEnv; nodeOptions?: string[] },
) {
  const { npm_execpath: _npm, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, program], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...inherited, LC_ALL: 'C.UTF-8', ...env },
  });
  return { status, stdout, stderr };
}

const ONE_LINE = /^[^\n]+\n$/;

test('a Node.js that is too old is told in one line', (t) => {
  const nodeOptions = [
    '--import',
    `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.20.1' })`,
  ];
  const { status, stderr } = start(buildCheckout(t), { nodeOptions });
  assert.equal(status, 1);
  assert.match(stderr, ONE_LINE);
  assert.match(stderr, /20\.19.*18\.20\.1/);
});

test('a registry that does not answer is told in one line', (t) => {
  const checkout = buildCheckout(t);
  const env = {
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(checkout, 'empty-cache'),
    npm_config_fetch_retries: '0',
  };
  const { status, stderr } = start(checkout, { env });
  assert.equal(status, 1);
  assert.match(stderr, ONE_LINE);
  assert.match(stderr, /npm registry is not responding/);
});

test('a machine without npm is told so in one line', (t) => {
  const { status, stderr } = start(buildCheckout(t), { env: { PATH: '/nowhere' } });
  assert.equal(status, 1);
  assert.match(stderr, /^npm was not found[^\n]+\n$/);
});

test('missing tools are named in one line, in the language of the terminal', (t) => {
  const checkout = buildCheckout(t);
  pretendInstalled(checkout);
  const none = { PATH: '/nowhere', FFMPEG_PATH: '', FFPROBE_PATH: '', ESPEAK_PATH: '' };
  const english = start(checkout, { env: none });
  assert.equal(english.status, 1);
  assert.match(english.stderr, /^Missing: ffmpeg, ffprobe, espeak-ng[^\n]+\n$/);
  const chinese = start(checkout, { env: { ...none, LC_ALL: 'zh_CN.UTF-8' } });
  assert.match(chinese.stderr, /^缺少 ffmpeg, ffprobe, espeak-ng[^\n]+\n$/);
});

const onDebian = { skip: existsSync('/etc/debian_version') ? false : 'not a Debian-like system' };
test('an ordinary user is told the command that installs the tools, with sudo or without', onDebian, (t) => {
  const checkout = buildCheckout(t);
  pretendInstalled(checkout);
  const programs = join(checkout, 'programs');
  mkdirSync(programs);
  const nodeOptions = ['--import', 'data:text/javascript,process.getuid = () => 1000'];
  const env = { PATH: programs, FFMPEG_PATH: process.execPath, FFPROBE_PATH: process.execPath, ESPEAK_PATH: '' };
  const told = (tool: string) => {
    writeFileSync(join(programs, tool), '', { mode: 0o755 });
    return start(checkout, { env, nodeOptions }).stderr;
  };
  const install = 'apt-get install -y --no-install-recommends espeak-ng';
  assert.ok(told('apt-get').startsWith(`Missing: espeak-ng. Install with: su - -c 'apt-get update && ${install}`));
  assert.ok(told('sudo').startsWith(`Missing: espeak-ng. Install with: sudo apt-get update && sudo ${install}`));
  // A language of Tesseract comes without the program.
  const forTests = start(checkout, { program: 'scripts/test.mjs', env, nodeOptions }).stderr;
  assert.match(forTests, /apt-get install [^\n]* tesseract-ocr tesseract-ocr-fra[ \n]/);
});

test('packages are not installed again while they are those of the lock file', (t) => {
  const checkout = buildCheckout(t);
  pretendInstalled(checkout);
  // Reaching the tools means that the packages were accepted.
  assert.match(start(checkout, { env: { PATH: '/nowhere' } }).stderr, /^Missing: /);
  const lock = join(checkout, 'package-lock.json');
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/"version": "4\.6\.7"/, '"version": "4.6.8"'));
  assert.match(start(checkout, { env: { PATH: '/nowhere' } }).stdout, /^Installing packages/);
});

test('the pinned Node.js is preferred to the one that runs the launcher', (t) => {
  const checkout = buildCheckout(t);
  pretendInstalled(checkout);
  const pinned = join(checkout, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  mkdirSync(dirname(pinned), { recursive: true });
  writeFileSync(pinned, '#!/bin/sh\necho pinned "$@"\n', { mode: 0o755 });
  const { status, stdout } = start(checkout, {});
  assert.equal(status, 0);
  assert.match(stdout, /^pinned host\/server\/main\.ts start$/m);
  rmSync(pinned);
  symlinkSync('/nowhere', pinned);
  assert.doesNotMatch(start(checkout, {}).stdout, /pinned/);
});

test('a browser half that is missing is built first, and one that cannot be built is told in one line', (t) => {
  const checkout = buildCheckout(t);
  pretendInstalled(checkout);
  const { status, stdout, stderr } = start(checkout, {});
  assert.equal(status, 1);
  assert.equal(stdout, 'Building the browser workbench…\n');
  assert.match(stderr, ONE_LINE);
  assert.match(stderr, /could not be built/);
  const log = /see (\S+?)\.?\n$/.exec(stderr)?.[1] ?? '';
  assert.match(readFileSync(log, 'utf8'), /build-web|rsbuild/);
});

/** What a module's function answers in a process with this environment. */
function ask(module: string, call: string, env: NodeJS.ProcessEnv) {
  const program = `import * as module from ${JSON.stringify(join(root, module))}; console.log(${call});`;
  const { CHROMIUM_PATH: _chromium, FIREFOX_PATH: _firefox, ...inherited } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...inherited, ...env },
  });
  return { stdout: stdout.trim(), stderr };
}

test('Chromium is found by each of its names, and at the path that the environment names', (t) => {
  const programs = mkdtempSync(join(tmpdir(), 'programs-'));
  t.after(() => rmSync(programs, { recursive: true, force: true }));
  const find = (env: NodeJS.ProcessEnv) => ask('scripts/find-tools.mjs', 'module.findChromium()', env).stdout;
  assert.equal(find({ PATH: programs }), 'undefined');
  for (const name of ['google-chrome', 'chromium-browser', 'chromium', 'my-own']) {
    const path = join(programs, name);
    writeFileSync(path, '', { mode: 0o755 });
    assert.equal(find(name === 'my-own' ? { PATH: programs, CHROMIUM_PATH: path } : { PATH: programs }), path);
  }
});

test('tests prefer the headless shell to the whole Chromium, and take that where there is no other', (t) => {
  const programs = mkdtempSync(join(tmpdir(), 'programs-'));
  t.after(() => rmSync(programs, { recursive: true, force: true }));
  const find = (env: NodeJS.ProcessEnv) =>
    ask('scripts/find-tools.mjs', 'module.findHeadlessChromium()', { PATH: programs, ...env }).stdout;
  assert.equal(find({}), 'undefined');
  for (const name of ['chromium', 'chromium-headless-shell']) {
    writeFileSync(join(programs, name), '', { mode: 0o755 });
    assert.equal(find({}), join(programs, name));
  }
  assert.equal(find({ CHROMIUM_PATH: join(programs, 'chromium') }), join(programs, 'chromium'));
});

test('Firefox is found as Debian and as others call it, and at the path that the environment names', (t) => {
  const programs = mkdtempSync(join(tmpdir(), 'programs-'));
  t.after(() => rmSync(programs, { recursive: true, force: true }));
  const find = (env: NodeJS.ProcessEnv) =>
    ask('scripts/find-tools.mjs', 'module.findFirefox()', { PATH: programs, ...env }).stdout;
  assert.equal(find({}), 'undefined');
  for (const name of ['firefox', 'firefox-esr', 'my-own']) {
    const path = join(programs, name);
    writeFileSync(path, '', { mode: 0o755 });
    assert.equal(find(name === 'my-own' ? { FIREFOX_PATH: path } : {}), path);
  }
});

test('OpenSSH’s server is the one that the environment names, and none where that is none', (t) => {
  const programs = mkdtempSync(join(tmpdir(), 'programs-'));
  t.after(() => rmSync(programs, { recursive: true, force: true }));
  const path = join(programs, 'my-own');
  const find = () =>
    ask('scripts/find-tools.mjs', 'JSON.stringify(module.findSshd() ?? null)', { SSHD_PATH: path }).stdout;
  assert.equal(find(), 'null');
  writeFileSync(path, '', { mode: 0o755 });
  assert.equal(find(), JSON.stringify({ program: path }));
});

test('a test that needs a browser fails where there is none, and says what to install', () => {
  const fault = (file: string, call: string) => ask(`tests/e2e/${file}`, call, { PATH: '/nowhere' }).stderr;
  assert.match(
    fault('launch-chromium.ts', 'module.requireChromium()'),
    /needs Chromium: install it \(Debian: apt-get install chromium-headless-shell\) or name it in CHROMIUM_PATH/,
  );
  assert.match(
    fault('open-firefox.ts', 'await module.openFirefox(() => undefined)'),
    /needs Firefox: install it \(Debian: apt-get install firefox-esr\) or name it in FIREFOX_PATH/,
  );
  assert.match(
    fault('open-webkit.ts', 'await module.openWebKit()'),
    /needs WebKitGTK: install it \(Debian: apt-get install webkit2gtk-driver xvfb\) or name its/,
  );
});
