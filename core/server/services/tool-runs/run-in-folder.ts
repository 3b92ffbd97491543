import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';

import { folderStore, type FolderItem, type FolderStore, type RunJournal } from './folder-store.ts';
import { folderProgress } from './folder-progress.ts';
import { finished, planned, settled } from './orchestrate.ts';
import type { AnyTool, Answer, End, Json, RunOf, ToolWork } from './tool.ts';

/** A run that a command makes in a folder. */
export interface FolderRun {
  tool: AnyTool;
  /** What the run is called. */
  name: string;
  settings: unknown;
  /** What the tool calls its materials. */
  inputs: readonly string[];
  journal: RunJournal;
  /** For files that are being made, on the file system of those that are. */
  folder: string;
  /** Items that are made at once. */
  atOnce: number;
  signal: AbortSignal;
  /**
   * Hears how far it is.
   * @param done 0 to 1 of that stage; of the items of a round by what they cost
   */
  onProgress?(stage: 'planning' | 'working' | 'finishing', done: number, secondsLeft: number | null): void;
}

/**
 * Runs a tool in this process, without a database: the same steps as on a server, kept by a journal. The first item
 * that fails ends it, for nobody waits to try a single one again; the next start goes on with what is missing.
 * @returns what finished it
 * @throws what the tool throws, and the expected reason for which nothing was made
 */
export async function runInFolder(options: FolderRun): Promise<Json> {
  const { tool, journal, signal, name, inputs } = options;
  const settings = tool.settings.parse(options.settings);
  const store = folderStore(tool, journal);
  const run = (): RunOf<unknown> => ({ id: '', accountId: '', name, settings, inputs, round: store.run.round });
  const work = (stage: 'planning' | 'finishing'): ToolWork => ({
    ...{ signal, folder: options.folder },
    progress: (value) => options.onProgress?.(stage, value, null),
  });
  for (;;) {
    signal.throwIfAborted();
    if (store.run.state === 'planning') {
      await planned(store, await answered(tool.plan(run(), work('planning'), journal.made())));
    } else if (store.run.state === 'working') {
      await makeItems(options, store, run());
    } else if (store.run.state === 'finishing') {
      const facts = tool.finish?.(run(), work('finishing'), journal.made());
      await finished(store, facts === undefined ? null : await answered(facts));
    } else {
      const { facts, error } = store.outcome;
      if (error !== null) throw new ExpectedError(error.code, error.params, { kind: 'invalid' });
      return facts;
    }
  }
}

async function answered<T>(given: Promise<Answer<T>>): Promise<T> {
  const answer = await given;
  // What a tool says is plain JSON, so a function is one that says it.
  return typeof answer === 'function' ? await (answer as (tx: null) => Promise<T>)(null) : answer;
}

/** Makes the items of a round. They end one after another, so that each is confirmed beside all that ended before. */
async function makeItems(
  { tool, folder, atOnce, signal, onProgress }: FolderRun,
  store: FolderStore,
  run: RunOf<unknown>,
): Promise<void> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const waiting = [...store.open()];
  const progress = folderProgress(waiting, (done, left) => onProgress?.('working', done, left));
  let last: Promise<unknown> = Promise.resolve();

  const make = async (item: FolderItem): Promise<void> => {
    const own = join(folder, item.id);
    await mkdir(own, { recursive: true });
    try {
      const { confirm, ...end } = await tool.make(
        { ...item, run },
        { signal: stop, folder: own, progress: (value) => progress(item, value) },
      );
      const ended = last.then(async () => settle(store, item, (await confirm?.(null)) ?? end));
      last = ended.catch(() => undefined);
      await ended;
      progress(item, 1);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  };
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      stop.throwIfAborted();
      await make(item).catch((error: unknown) => {
        failed.abort(error);
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

async function settle(store: FolderStore, { id }: FolderItem, end: End): Promise<void> {
  if (end.state === 'made') {
    const { files, facts = null, seconds = null } = end;
    await settled(store, id, { state: 'made', files, posterId: null, facts, seconds });
  } else if (end.state === 'replaced') {
    const { facts = null, error = null } = end;
    await settled(store, id, { state: 'replaced', facts, error });
  } else {
    await settled(store, id, { state: 'given-up', error: end.error ?? null });
  }
}
