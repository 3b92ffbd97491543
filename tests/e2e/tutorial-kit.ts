import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';

/** A code block of a page of the docs. */
export interface DocsBlock {
  /** What it is written in: `sh`, `ts`, `diff`, `text`. */
  language: string;
  /** The file that it is the content of; `terminal` for what commands print. */
  title: string;
  body: string;
}

/** The code blocks of a page of the docs, in order. Where one belongs also stands above it: readers do not see titles. */
export function blocksOf(page: URL): DocsBlock[] {
  const source = readFileSync(page, 'utf8');
  const blocks = source.matchAll(/(?<=^([^\n]*)\n\n)```(\w+)(?: title="([^"]+)")?\n(.*?)^```$/gms);
  return Array.from(blocks, ([, before = '', language = '', title = '', body = '']) => {
    const heading = title === 'terminal' ? '**Terminal**' : `**\`${title}\`**`;
    if (title !== '') assert.equal(before, heading, `above the block of ${title}`);
    return { language, title, body };
  });
}

/** Writes what a block holds into its file; of a diff, puts its lines in the place of those that are there. */
export function writeBlock(folder: string, { language, title, body }: DocsBlock): void {
  const file = join(folder, title);
  mkdirSync(dirname(file), { recursive: true });
  if (language !== 'diff') return writeFileSync(file, body);
  const lines = (mark: string): string =>
    body
      .split('\n')
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  const before = readFileSync(file, 'utf8');
  assert.equal(before.split(lines('-')).length, 2, `${title} has not once what a diff replaces:\n${lines('-')}`);
  writeFileSync(
    file,
    before.replace(lines('-'), () => lines('+')),
  );
}

/** A terminal of somebody who has nothing of ours set up. */
export interface Terminal {
  /** What was printed since it was last asked for. */
  take(): string;
  /** Runs lines as typed, and waits for their end. @returns what they printed */
  run(lines: string): Promise<string>;
  /** Runs lines that do not end by themselves. */
  start(lines: string): void;
  /** Waits until what was started has printed something. */
  says(pattern: RegExp): Promise<void>;
  /** Presses Ctrl-C, and waits for the end. */
  interrupt(): Promise<void>;
}

const RUN_MILLISECONDS = 60_000;

/** @param env beside what a newcomer's terminal has */
export function openTerminal(cwd: string, env: NodeJS.ProcessEnv): Terminal {
  let folder = cwd;
  let printed = '';
  let started: { child: ChildProcess; ended: Promise<unknown> } | undefined;

  function type(lines: string): { child: ChildProcess; ended: Promise<unknown> } {
    // In a group of its own, as terminals have it: Ctrl-C reaches all that it started.
    const child = spawn('sh', ['-e', '-c', lines], {
      cwd: folder,
      env: { ...newcomersEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => (printed += part));
    return { child, ended: once(child, 'close') };
  }

  const interrupt = async ({ child, ended }: NonNullable<typeof started>): Promise<void> => {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    await ended;
  };

  const terminal: Terminal = {
    take() {
      const taken = printed;
      printed = '';
      return taken;
    },
    async run(lines) {
      terminal.take();
      const place = '\nprintf "\\n%s" "now in: $PWD"';
      const running = type(lines + place);
      const timer = setTimeout(() => void interrupt(running), RUN_MILLISECONDS);
      await running.ended;
      clearTimeout(timer);
      assert.equal(running.child.exitCode, 0, `${lines}${printed}`);
      const [, output = '', now] = /^(.*)\nnow in: (.*)$/s.exec(terminal.take()) ?? [];
      assert.ok(now);
      folder = now;
      return output;
    },
    start: (lines) => void (started = type(lines)),
    async says(pattern) {
      const end = Date.now() + RUN_MILLISECONDS;
      while (!pattern.test(printed)) {
        const isOver = Date.now() > end || started === undefined || started.child.exitCode !== null;
        assert.ok(!isOver, `${String(pattern)} was not printed:\n${printed}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async interrupt() {
      if (started !== undefined) await interrupt(started);
    },
  };
  return terminal;
}

/** Without what the tests, npm and the tools of this checkout have put into ours. */
function newcomersEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|INIT_CWD$|REELPORT_|LANG|LC_)/.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.split(sep).includes('node_modules'));
  return {
    ...Object.fromEntries(own),
    ...{ PATH: path.join(delimiter), LC_ALL: 'C.UTF-8', NO_COLOR: '1' },
    ...{ npm_config_offline: 'true', npm_config_update_notifier: 'false' },
  };
}
