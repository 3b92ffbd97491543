import { availableParallelism } from 'node:os';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

import { ExpectedError } from '#core/contract/errors.ts';

import { abortError } from './abort-error.ts';
import { ffmpegInstallCommand } from './media-tools.ts';
import type { MediaRunner, MediaTools, RunOptions } from './runner.ts';
import { createSlots } from './slots.ts';
import { createToolLog, type ToolLog } from './tool-log.ts';
import { startTool } from './tool-process.ts';

/** The largest single block of memory that ffmpeg may allocate, in bytes. */
const MAX_BLOCK = 512 * 1024 * 1024;
const MAX_PROBE_OUTPUT = 96 * 1024 * 1024;
const DEFAULT_MEMORY = 3 * 1024 ** 3;
const PROGRESS_FD = 3;

/** Settings of {@link createMediaRunner}. */
export interface MediaRunnerOptions {
  tools: MediaTools;
  /** The most tool processes at once; the number of cores by default. */
  slots?: number;
  /** Address space of one tool process in bytes; 3 GiB by default, which is enough for 10-bit 4K. */
  memory?: number;
}

interface Job extends RunOptions {
  tool: 'ffmpeg' | 'ffprobe';
}

/** An input must be a local file or a pipe, never a URL and never something that could be read as an option. */
function assertLocalInputs(args: readonly string[]): void {
  let optionsFrom = 0;
  args.forEach((arg, index) => {
    if (arg !== '-i') return;
    const input = args[index + 1];
    if (input === undefined) throw new TypeError('media runner: "-i" without an input');
    const generated = args.slice(optionsFrom, index).includes('lavfi');
    optionsFrom = index + 2;
    if (generated || /^(file|pipe):/.test(input)) return;
    if (input.startsWith('-') || /^[a-zA-Z0-9+.,_-]+:/.test(input)) {
      throw new TypeError(`media runner: input "${input}" must begin with "file:" or "pipe:"`);
    }
  });
}

function toolFailed(job: Job, log: ToolLog, how: string): ExpectedError {
  return new ExpectedError('core:media.tool-failed', { tool: job.tool }, { cause: new Error(`${how}\n${log.text()}`) });
}

/** The error of a tool that exited by itself, or undefined when it succeeded. */
function judge(
  job: Job,
  log: ToolLog,
  end: { code: number | null; signal: string | null; seconds: number },
  limits: { memory: number; cpu: number },
) {
  const text = log.text();
  if (log.diskFull) return new ExpectedError('core:disk-full', {}, { kind: 'unavailable', cause: new Error(text) });
  if (end.code === 0) return undefined;
  const couldHaveUsedIt = end.seconds * availableParallelism() >= limits.cpu * 0.8;
  if (log.cpuUsedUp || end.signal === 'SIGXCPU' || (end.signal === 'SIGKILL' && couldHaveUsedIt)) {
    return new ExpectedError('core:media.timeout', { seconds: Math.ceil(limits.cpu) }, { cause: new Error(text) });
  }
  if (log.outOfMemory) {
    return new ExpectedError(
      'core:media.memory',
      { megabytes: Math.round(limits.memory / 1024 ** 2) },
      { cause: new Error(text) },
    );
  }
  if (end.code === 127 || end.code === 126) {
    return new ExpectedError(
      'core:media.tool-missing',
      { tool: job.tool, command: ffmpegInstallCommand() },
      { cause: new Error(text) },
    );
  }
  if (end.signal === 'SIGKILL' || end.signal === 'SIGTERM') {
    // The kill did not come from us: a person or the out-of-memory killer did it, so the input is not to blame.
    const cause = new Error(`${job.tool} ended with ${end.signal}`);
    return new ExpectedError('core:media.tool-killed', { tool: job.tool }, { kind: 'unavailable', cause });
  }
  return toolFailed(job, log, `${job.tool} ended with ${end.signal ?? `code ${end.code}`}`);
}

function readProgress(pipe: Readable, onProgress: (seconds: number) => void): void {
  let rest = '';
  pipe.setEncoding('utf8');
  pipe.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const microseconds = /^out_time_us=(\d+)/.exec(line)?.[1];
      if (microseconds !== undefined) onProgress(Number(microseconds) / 1e6);
    }
  });
}

function feed(child: Writable, input: NodeJS.ReadableStream, onError: (error: Error) => void): void {
  // A tool that has read enough closes its end of the pipe; that is not an error.
  child.on('error', () => input.unpipe(child));
  input.on('error', onError);
  input.pipe(child);
}

function execute(job: Job, tools: MediaTools, memory: number): Promise<{ log: ToolLog }> {
  const wall = job.timeout ?? 600;
  const cpu = job.cpuSeconds ?? wall * 2;
  return new Promise((resolve, reject) => {
    const log = createToolLog(job.keepInfo ?? false);
    const started = performance.now();
    let stopped: Error | undefined;
    const child = startTool(tools, tools[job.tool], job.args, {
      cwd: job.cwd,
      stdio: [
        job.input ? 'pipe' : 'ignore',
        job.into ?? (job.onOutput ? 'pipe' : 'ignore'),
        'pipe',
        ...(job.onProgress ? ['pipe' as const] : []),
      ],
      limits: { memory, cpuSeconds: cpu, nice: job.nice ?? 0 },
    });
    // The tool has its own end of it; ours would keep the reader waiting for more.
    job.into?.destroy();
    const stop = (reason: Error) => {
      stopped ??= reason;
      child.kill('SIGKILL');
    };
    const cancel = () => stop(abortError(job.signal));
    const timer = setTimeout(() => stop(new ExpectedError('core:media.timeout', { seconds: wall })), wall * 1000);
    const guarded =
      <T>(listener: (value: T) => void) =>
      (value: T) => {
        try {
          listener(value);
        } catch (error) {
          stop(error instanceof Error ? error : new Error(String(error)));
        }
      };
    const settle = (error: Error | undefined) => {
      clearTimeout(timer);
      job.signal?.removeEventListener('abort', cancel);
      if (error) reject(error);
      else resolve({ log });
    };

    job.signal?.addEventListener('abort', cancel, { once: true });
    if (job.signal?.aborted) cancel();
    child.once('error', (cause) => {
      if (child.pid !== undefined) return;
      const missing = existsSync(job.cwd)
        ? new ExpectedError(
            'core:media.tool-missing',
            { tool: tools[job.tool], command: ffmpegInstallCommand() },
            { cause },
          )
        : new Error(`media runner: no such working folder: ${job.cwd}`, { cause });
      settle(stopped ?? missing);
    });
    child.once('close', (code, signal) => {
      if (child.pid === undefined) return;
      const seconds = (performance.now() - started) / 1000;
      settle(stopped ?? judge(job, log, { code, signal, seconds }, { memory, cpu }));
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => log.write(text));
    if (job.onOutput) child.stdout?.on('data', guarded(job.onOutput));
    if (job.onProgress) readProgress(child.stdio[PROGRESS_FD] as Readable, guarded(job.onProgress));
    if (job.input && child.stdin) feed(child.stdin, job.input, stop);
  });
}

/**
 * Creates the one {@link MediaRunner} of a process; no tool is started yet. Do not wait for one tool inside
 * another's callbacks: with a single slot both would wait for ever. Use it on the main thread, because a tool
 * ends with the thread that started it.
 */
export function createMediaRunner(options: MediaRunnerOptions): MediaRunner {
  const { tools } = options;
  const memory = options.memory ?? DEFAULT_MEMORY;
  const slots = createSlots(options.slots ?? availableParallelism());
  const briefSlots = createSlots(slots.count);

  async function inSlot(job: Job): Promise<{ log: ToolLog }> {
    assertLocalInputs(job.args);
    if (job.beside === true) return await execute(job, tools, memory);
    const release = await (job.brief === true ? briefSlots : slots).acquire(job.signal);
    try {
      return await execute(job, tools, memory);
    } finally {
      release();
    }
  }

  return {
    tools,
    slots: slots.count,
    async ffmpeg(run) {
      const flags = [
        '-nostdin',
        '-hide_banner',
        '-nostats',
        '-benchmark',
        '-loglevel',
        'level+info',
        '-max_alloc',
        String(MAX_BLOCK),
        ...(run.onProgress ? ['-progress', `pipe:${PROGRESS_FD}`, '-stats_period', '0.2'] : []),
      ];
      const { log } = await inSlot({ ...run, tool: 'ffmpeg', args: [...flags, ...run.args] });
      return { log: log.text(), cpu: log.cpu() };
    },
    async ffprobe(run) {
      const flags = ['-hide_banner', '-loglevel', 'level+warning', '-max_alloc', String(MAX_BLOCK)];
      const chunks: Buffer[] = [];
      let size = 0;
      const onOutput = (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_PROBE_OUTPUT)
          throw new ExpectedError(
            'core:media.tool-failed',
            { tool: 'ffprobe' },
            { cause: new Error('too much output') },
          );
        chunks.push(chunk);
      };
      const { log } = await inSlot({ ...run, tool: 'ffprobe', args: [...flags, ...run.args], onOutput });
      return { stdout: Buffer.concat(chunks).toString('utf8'), log: log.text() };
    },
  };
}
