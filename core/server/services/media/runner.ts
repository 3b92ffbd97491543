import type { Writable } from 'node:stream';

import type { MediaInfo } from './media-info.ts';

/** Where the tools are and what they support; part of every cache key through `version`. */
export interface MediaTools {
  ffmpeg: string;
  ffprobe: string;
  /** The version string of ffmpeg, such as `5.1.9-0+deb12u1`. */
  version: string;
  /** Path of util-linux's `prlimit`, which limits memory and CPU time; null where it is missing. */
  prlimit: string | null;
  /** Path of util-linux's `setpriv`, which makes a tool die with this process; null where it is missing. */
  setpriv: string | null;
}

/** What ffmpeg is started with, and where its limits are. */
export interface RunOptions {
  /** Arguments after our own safety flags. Paths in filters must be relative to `cwd`. */
  args: readonly string[];
  /** Working folder; concat lists, subtitle files and outputs are named relative to it. */
  cwd: string;
  signal?: AbortSignal;
  /** Wall-clock limit in seconds; 600 by default. */
  timeout?: number;
  /** CPU limit in seconds; twice the wall-clock limit by default. */
  cpuSeconds?: number;
  /** Called with the position in the output, in seconds, about five times a second. */
  onProgress?: (seconds: number) => void;
  /** Bytes for standard input; none by default. */
  input?: NodeJS.ReadableStream;
  /** Called with each chunk of standard output; without it standard output is not read. */
  onOutput?: (chunk: Buffer) => void;
  /**
   * Standard input of another process, to which standard output is written directly, as fast as that process reads. It
   * is closed on this side as soon as the tool has started.
   */
  into?: Writable;
  /** Lowers the scheduling priority; batch work runs at 10. */
  nice?: number;
  /** It takes a second at most, and does not wait behind what takes longer; false by default. */
  brief?: boolean;
  /**
   * It feeds a tool that runs already, or reads from it, and shares that one's slot: waiting for a second slot while the
   * first is held could last for ever. False by default.
   */
  beside?: boolean;
  /**
   * Keeps what filters report (loudness summaries and the like) in `log`; otherwise only warnings and errors
   * are kept.
   */
  keepInfo?: boolean;
}

/** The result of a successful run. */
export interface RunResult {
  /** What the tool wrote to standard error, the last 64 kB. */
  log: string;
  /** CPU time of the process in seconds, user and system, where the platform reports it. */
  cpu?: number;
}

/**
 * Runs ffmpeg and ffprobe as child processes that cannot do harm: memory, CPU and time are limited, they die
 * with this process, they have no network access, and cancelling kills them at once.
 */
export interface MediaRunner {
  readonly tools: MediaTools;
  /** How many tool processes run at once, and as many brief ones beside them; further ones wait. */
  readonly slots: number;
  /**
   * Runs a tool to its end.
   * @throws expected `core:media.tool-failed` (with the tool's last output as its cause),
   * `core:media.timeout`, `core:media.memory`, `core:disk-full`; AbortError when cancelled, after the tool
   * has really stopped; TypeError for an input that is not a local file
   */
  ffmpeg(options: RunOptions): Promise<RunResult>;
  ffprobe(
    options: Omit<RunOptions, 'onProgress' | 'onOutput' | 'into' | 'keepInfo'>,
  ): Promise<{ stdout: string; log: string }>;
}

/** Input flags for a file from outside: only known containers, and no protocol but file. */
export function untrustedInput(path: string): string[] {
  return [
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    'mov,mp4,m4a,3gp,3g2,mj2,flv,matroska,webm,mp3,wav,aac,ogg,flac,png_pipe,jpeg_pipe,webp_pipe,gif',
    '-probesize',
    '5M',
    '-analyzeduration',
    '5M',
    '-i',
    `file:${path}`,
  ];
}

/**
 * Input flags for an outside file that was already inspected. To analyse a stream, ffmpeg decodes a picture,
 * which is a third of the cost of a short read. An MP4 already states all that its H.264 needs, including the
 * delay of its pictures.
 */
export function inspectedInput(path: string, { container, video }: Pick<MediaInfo, 'container' | 'video'>): string[] {
  const isStated = container.split(',').includes('mp4') && video?.codec === 'h264';
  return [...(isStated ? ['-nofind_stream_info'] : []), ...untrustedInput(path)];
}
