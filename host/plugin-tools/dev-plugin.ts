import { existsSync, globSync, rmSync, statSync, watch as watchFolder, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Rspack } from '@rsbuild/core';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';

import type { AuthorFolder } from './author-folder.ts';
import { finishBuild } from './build-plugin.ts';
import { BUNDLED, createBundler, refuseFaults } from './bundle.ts';
import { linkWorkbench } from './link-workbench.ts';
import { packageName, packPlugin } from './pack-plugin.ts';
import type { PushServer } from './push-server.ts';
import type { ToolTerminal } from './terminal.ts';

/** Where to push a plugin. */
export interface PushTarget {
  /** URL of a running workbench. */
  to: string;
  /** A developer key of that workbench. */
  key: string;
}

const PUSH_PATH = '/api/extensions/push';
/** Editors write a file in several steps. */
const SETTLE_MILLISECONDS = 20;
/** Most empty a file before they write it, and on a busy machine it stays empty for a moment. */
const EMPTY_MILLISECONDS = 1_000;
const PUSH_MILLISECONDS = 20_000;

/** The time of files is coarser than that of the clock. */
const FILE_TIME_MILLISECONDS = 10;

const answerSchema = z.object({
  code: z.number(),
  message: z.string(),
  data: z
    .object({ problems: z.array(z.string()) })
    .nullable()
    .catch(null),
});

/**
 * Builds a plugin at each save and pushes it to a running workbench until the signal is aborted. Failures are
 * reported, and the next save tries again.
 * @param pushServer pushes the server half, before the browser half that calls it; it is left alone when absent
 */
export async function devPlugin(
  folder: AuthorFolder,
  target: PushTarget,
  { terminal, signal, pushServer }: { terminal: ToolTerminal; signal: AbortSignal; pushServer?: PushServer },
): Promise<void> {
  linkWorkbench(folder.root);
  rmSync(folder.dist, { recursive: true, force: true });
  const texts = (): string[] => globSync('*.json', { cwd: folder.locales }).map((file) => join(folder.locales, file));
  const push = serial(async (stats: Rspack.Stats | Rspack.MultiStats | undefined, saved: number | null) => {
    const began = Date.now();
    try {
      refuseFaults(stats, folder);
      // The compiler does not remove the output of an earlier save.
      if (!hasStyles(stats)) rmSync(join(folder.dist, BUNDLED.styles), { force: true });
      await untilWritten(texts());
      const built = await finishBuild(folder);
      await pushServer?.(built);
      await send(target, packageName(built), packPlugin(built), terminal, signal);
      const { id, version } = built.description.manifest;
      if (saved === null) terminal.tell('host:plugin-tools.dev-pushed', { id, version, address: target.to });
      else terminal.tell('host:plugin-tools.dev-saved', { id, milliseconds: Math.round(Date.now() - saved) });
    } catch (error) {
      // Texts that were saved meanwhile may have been read half written; they are pushed next.
      if (signal.aborted || texts().some((file) => isSavedSince(file, began))) return;
      terminal.fault(error);
    }
  });

  const bundler = await createBundler(folder, { minify: false, serverMap: pushServer !== undefined });
  bundler.onAfterCreateCompiler(({ compiler }) => {
    for (const each of 'compilers' in compiler ? compiler.compilers : [compiler])
      each.hooks.watchRun.tapPromise('reelport', ({ modifiedFiles = [] }) => untilWritten(modifiedFiles));
  });
  let last: Rspack.Stats | Rspack.MultiStats | undefined;
  bundler.onAfterBuild(({ stats, isFirstCompile }) => {
    last = stats;
    void push(stats, isFirstCompile ? null : savedAt(stats));
  });
  const { close } = await bundler.build({ watch: true });
  // The compiler watches only code.
  const watchers = [folder.locales, folder.migrations].flatMap((path) =>
    path === null || !existsSync(path) ? [] : followTexts(path, (saved) => void push(last, saved)),
  );
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  for (const watcher of watchers) watcher.close();
  await close();
}

function each(stats: Rspack.Stats | Rspack.MultiStats | undefined): Rspack.Stats[] {
  return stats === undefined ? [] : 'stats' in stats ? stats.stats : [stats];
}

function hasStyles(stats: Rspack.Stats | Rspack.MultiStats | undefined): boolean {
  return each(stats).some(({ compilation }) => compilation.getAsset(BUNDLED.styles) !== undefined);
}

/** The modification time of the most recently changed file. */
function savedAt(stats: Rspack.Stats | Rspack.MultiStats | undefined): number {
  const times = each(stats).flatMap(({ compilation }) =>
    [...(compilation.compiler.modifiedFiles ?? [])].map(
      (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    ),
  );
  return Math.max(0, ...times) || Date.now();
}

function followTexts(folder: string, changed: (saved: number) => void): FSWatcher {
  let timer: NodeJS.Timeout | undefined;
  return watchFolder(folder, { recursive: true }, () => {
    const saved = Date.now();
    clearTimeout(timer);
    timer = setTimeout(() => changed(saved), SETTLE_MILLISECONDS);
  });
}

function isSavedSince(file: string, milliseconds: number): boolean {
  const saved = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return saved > milliseconds - FILE_TIME_MILLISECONDS;
}

/** Waits while one of the files is empty, unless that seems to be meant. */
async function untilWritten(files: Iterable<string>): Promise<void> {
  const isEmpty = (file: string): boolean => {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat !== undefined && stat.isFile() && stat.size === 0;
  };
  const end = Date.now() + EMPTY_MILLISECONDS;
  for (const file of files) while (isEmpty(file) && Date.now() < end) await sleep(SETTLE_MILLISECONDS);
}

/** Runs one task at a time; of those waiting, only the last one runs. */
function serial<A extends unknown[]>(run: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  let running: Promise<void> | undefined;
  let waiting: A | undefined;
  return async (...args) => {
    waiting = args;
    if (running !== undefined) return running;
    running = (async () => {
      while (waiting !== undefined) {
        const next = waiting;
        waiting = undefined;
        await run(...next);
      }
    })();
    try {
      await running;
    } finally {
      running = undefined;
    }
  };
}

/** @throws expected `host:plugin-tools.push-…` */
async function send(
  { to, key }: PushTarget,
  name: string,
  bytes: Buffer,
  terminal: ToolTerminal,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), name);
  let response: Response;
  try {
    response = await fetch(new URL(PUSH_PATH, to), {
      method: 'POST',
      body: form,
      headers: { 'x-reelport-developer-key': key, 'accept-language': terminal.language },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PUSH_MILLISECONDS)]),
    });
  } catch (error) {
    return fail('host:plugin-tools.push-unreachable', { address: to }, { cause: error });
  }
  const answer = answerSchema.safeParse(await response.json().catch(() => null));
  if (!answer.success) fail('host:plugin-tools.push-stranger', { address: to, status: response.status });
  if (!response.ok || answer.data.code !== 1) fail('host:plugin-tools.push-refused', { reason: answer.data.message });
  for (const problem of answer.data.data?.problems ?? []) terminal.tell('host:plugin-tools.push-problem', { problem });
}
