import { nextState } from './run-machine.ts';
import type { RunStore, SettledItem, ToPlan } from './run-store.ts';
import type { AnyTool, Json, MadeFile, MadeItem, RunError } from './tool.ts';
import type { ToolRunState } from '#core/contract/tool-run-calls.ts';

/** An item that a folder's run is to make. */
export interface FolderItem extends ToPlan {
  /** Unlike every other of the run. */
  id: string;
  position: number;
}

/** What an item of a folder ends as; one that fails ends the run. */
export type FolderEnd = Exclude<SettledItem<MadeFile>, { state: 'failed' }>;

/** What a folder keeps of a run, so that a second start goes on where the first one ended. */
export interface RunJournal {
  /** What is made, by earlier starts too, in order. */
  made(): readonly MadeItem<Json>[];
  /** Remembers what is to be made, in place of what was to be before. */
  plan(items: readonly FolderItem[]): Promise<void>;
  /**
   * Remembers how an item has ended. Files of one that is made are put into their place first: what lies there is
   * whole.
   */
  settle(item: FolderItem, end: FolderEnd): Promise<void>;
}

/** A {@link RunStore} over a folder with a journal, for one process at a time. */
export interface FolderStore extends RunStore<MadeFile> {
  /** Items that are neither made nor ended otherwise, in order. */
  open(): readonly FolderItem[];
  /** What the run came to: what finished it said, or why it failed. */
  readonly outcome: { facts: Json; error: RunError | null };
}

/** Opens the run of a folder: it begins with a plan of what the journal lacks. */
export function folderStore(
  { finish, nothing }: Pick<AnyTool, 'finish' | 'nothing'>,
  journal: RunJournal,
): FolderStore {
  let state: ToolRunState = 'planning';
  let [round, replans, added] = [0, 0, 0];
  const outcome: { facts: Json; error: RunError | null } = { facts: null, error: null };
  const open = new Map<string, FolderItem>();
  /** How the items of this round have ended that were not made. */
  let left: Exclude<FolderEnd, { state: 'made' }>[] = [];

  return {
    outcome,
    get run() {
      return { state, round, replans, nothing, hasFinish: finish !== undefined };
    },
    open: () => [...open.values()],

    async addItems(items) {
      for (const [at, item] of items.entries()) {
        const id = String(added + at);
        open.set(id, { ...item, id, position: item.position ?? added + at });
      }
      added += items.length;
      await journal.plan([...open.values()]);
    },

    async settle(id, end) {
      const item = open.get(id);
      if (item === undefined || end.state === 'failed') return false;
      await journal.settle(item, end);
      open.delete(id);
      if (end.state !== 'made') left.push(end);
      return true;
    },

    async counts() {
      const replaced = left.filter((end) => end.state === 'replaced');
      return {
        ...{ open: open.size, made: journal.made().length, replaced: replaced.length },
        refused: replaced.filter(({ error }) => error !== null).length,
        error: left.find((end) => end.error !== null)?.error ?? null,
      };
    },

    async enter(event, { error, facts, isCounted = true } = {}) {
      const next = nextState(state, event);
      if (next === undefined) throw new TypeError(`tool runs: "${event}" cannot happen to a run that is ${state}`);
      state = next;
      outcome.facts = facts ?? outcome.facts;
      outcome.error = error ?? null;
      if (event === 'again') {
        round++;
        replans += Number(isCounted);
        left = [];
      }
    },

    // Whoever runs it sees by its state what is next.
    work: async () => undefined,
  };
}
