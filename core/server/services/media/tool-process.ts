import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { setPriority } from 'node:os';

import type { MediaTools } from './runner.ts';

/** The limits of one tool process. */
export interface ToolLimits {
  /** Address space in bytes. */
  memory?: number;
  /** Bytes that it may write to, for programs that reserve far more addresses than they ever use. */
  data?: number;
  /** CPU seconds, user and system, over all its threads. */
  cpuSeconds?: number;
  nice: number;
}

const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'SystemRoot',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  // Programs of ours start in four fifths of the time with what is kept there.
  'NODE_COMPILE_CACHE',
];

/** Only what a tool needs: none of this process's secrets, and no variable that makes ffmpeg write reports. */
function environment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { AV_LOG_FORCE_NOCOLOR: '1', MALLOC_ARENA_MAX: '4' };
  for (const name of PASSED_ON) if (process.env[name] !== undefined) env[name] = process.env[name];
  return env;
}

/** The whole command line: limits first, then death with the parent, then the tool. Each program execs the next. */
function commandLine(tools: MediaTools, tool: string, args: readonly string[], limits: ToolLimits): string[] {
  const line: string[] = [];
  if (tools.prlimit !== null) {
    const { memory, data, cpuSeconds } = limits;
    const cpu = Math.ceil(cpuSeconds ?? 0);
    line.push(
      tools.prlimit,
      ...(memory === undefined ? [] : [`--as=${Math.round(memory)}`]),
      ...(data === undefined ? [] : [`--data=${Math.round(data)}`]),
      ...(cpuSeconds === undefined ? [] : [`--cpu=${cpu}:${cpu + 2}`]),
      ...['--core=0', '--'],
    );
  }
  if (tools.setpriv !== null) line.push(tools.setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--');
  return [...line, tool, ...args];
}

const alive = new Set<ChildProcess>();

function endAll(): void {
  for (const child of alive) child.kill('SIGKILL');
}

/**
 * Starts a tool as a limited child process that ends with this one: the kernel sees to it where `setpriv`
 * exists, otherwise this process does when it exits in an orderly way.
 * @param stdio standard input, output and error, then further pipes
 */
export function startTool(
  tools: MediaTools,
  tool: string,
  args: readonly string[],
  options: { cwd: string; stdio: StdioOptions; limits: ToolLimits },
): ChildProcess {
  const [file = tool, ...rest] = commandLine(tools, tool, args, options.limits);
  const child = spawn(file, rest, { cwd: options.cwd, stdio: options.stdio, env: environment(), windowsHide: true });
  if (alive.size === 0) process.once('exit', endAll);
  alive.add(child);
  const forget = () => {
    if (alive.delete(child) && alive.size === 0) process.off('exit', endAll);
  };
  child.once('close', forget);
  child.once('error', () => {
    if (child.pid === undefined) forget();
  });
  if (child.pid !== undefined && options.limits.nice > 0) {
    try {
      setPriority(child.pid, options.limits.nice);
    } catch {
      // It may already have ended; a lower priority is only a courtesy.
    }
  }
  return child;
}
