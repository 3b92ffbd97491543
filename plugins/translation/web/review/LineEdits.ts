import { runInAction } from 'mobx';

import { HttpFailure } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';

import type { Line, Origin } from '#plugins/translation/calls.ts';

/** What is typed in a line and not kept yet. */
export interface Edit {
  text: string;
  isDone: boolean;
  origin: Origin;
  score: number | null;
  /** The revision that it changes. */
  base: number;
  isSaving: boolean;
  hasFailed: boolean;
  /** What somebody else has saved since: nothing of either is lost until one is chosen. */
  theirs: Line | null;
}

/** What keeps lines. */
export interface LineKeeper {
  /** @returns the line as it is kept now; null where the page does not show it any more */
  keep(cue: string, edit: Edit): Promise<Line | null>;
  /** Somebody else was faster: reads the lines again. */
  refresh(): Promise<void>;
}

/** Milliseconds after the last letter until the server has it, and after a failure. */
const [SAVE_AFTER, AGAIN_AFTER] = [800, 5_000];

/** What is typed in the lines of one language until the server has it, by the cue. Observable. */
export class LineEdits {
  all: Readonly<Record<string, Edit>> = {};

  constructor(
    private readonly context: Pick<PluginContext, 'scope' | 'log'>,
    private readonly keeper: LineKeeper,
  ) {
    observableStore(this);
  }

  /** Whether something would be lost: while the page is merely left, what is typed is still given to the server. */
  isAtRisk(end: 'left' | 'stopped'): boolean {
    return Object.values(this.all).some(({ theirs, hasFailed }) => theirs !== null || end === 'stopped' || hasFailed);
  }

  put(line: Line, values: Pick<Edit, 'text' | 'isDone' | 'origin' | 'score'>): void {
    const fresh = { base: line.revision, isSaving: false, hasFailed: false, theirs: null };
    this.all = { ...this.all, [line.cue]: { ...fresh, ...this.all[line.cue], ...values } };
  }

  /** What is typed here against what the server has by now. */
  compare(line: Line): void {
    const edit = this.all[line.cue];
    // Our own save is told to us, too, before its answer has come.
    if (edit === undefined || edit.isSaving || line.revision === edit.base) return;
    if (line.text === edit.text) return this.drop(line.cue);
    this.change(line.cue, { theirs: line });
  }

  /** Keeps mine in place of what somebody else has saved, or takes theirs. */
  settle(cue: string, whose: 'mine' | 'theirs'): void {
    const edit = this.all[cue];
    if (edit === undefined || edit.theirs === null) return;
    if (whose === 'theirs') return this.drop(cue);
    this.change(cue, { base: edit.theirs.revision, theirs: null });
    void this.save(cue);
  }

  saveSoon(cue: string): void {
    const edit = this.all[cue];
    const after = edit?.hasFailed === true ? AGAIN_AFTER : SAVE_AFTER;
    this.context.scope.after(after, () => void (this.all[cue]?.text === edit?.text && this.save(cue)));
  }

  /** Gives the server what is typed in a line. */
  async save(cue: string): Promise<void> {
    const edit = this.all[cue];
    if (edit === undefined || edit.isSaving || edit.theirs !== null) return;
    const { text, isDone } = edit;
    this.change(cue, { isSaving: true });
    try {
      const kept = await this.keeper.keep(cue, edit);
      if (kept === null) return;
      runInAction(() => {
        const now = this.all[cue];
        if (now?.text === text && now.isDone === isDone) return this.drop(cue);
        this.change(cue, { isSaving: false, hasFailed: false, base: kept.revision });
        this.saveSoon(cue);
      });
    } catch (error) {
      const isStale = error instanceof HttpFailure && error.status === 409;
      runInAction(() => this.change(cue, { isSaving: false, hasFailed: !isStale }));
      if (isStale) return await this.keeper.refresh();
      this.context.log.info('a translation was not kept', error);
      this.saveSoon(cue);
    }
  }

  /** Gives the server everything. @returns whether nothing is left that it does not have */
  async saveAll(): Promise<boolean> {
    await Promise.all(Object.keys(this.all).map((cue) => this.save(cue)));
    return Object.keys(this.all).length === 0;
  }

  clear(): void {
    this.all = {};
  }

  private change(cue: string, values: Partial<Edit>): void {
    const edit = this.all[cue];
    if (edit !== undefined) this.all = { ...this.all, [cue]: { ...edit, ...values } };
  }

  private drop(cue: string): void {
    const { [cue]: _gone, ...rest } = this.all;
    this.all = rest;
  }
}
