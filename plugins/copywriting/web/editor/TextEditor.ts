import { runInAction } from 'mobx';

import { type CueWarning, warningsOf } from '#core/contract/timed-text/reading.ts';
import { inOrder, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { tidyText } from '#core/contract/timed-text/tidy-text.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, HttpFailure, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { UndoSteps } from '#core/web/undo-steps.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import { readText, saveCues, type TimedDocument } from '#plugins/copywriting/calls.ts';
import { textsChanged } from '#plugins/copywriting/events.ts';

type Cues = readonly TimedCue[];

/** Steps that can be undone, and milliseconds after the last change until the server has it. */
const [MOST_STEPS, SAVE_AFTER] = [200, 800];
/** Milliseconds of a frame where nobody knows the rate. */
const FRAME = 1000 / 30;

/** The text that is open in the editor: its cues as they are being changed, and what the server has of them. Observable. */
export class TextEditor {
  document: TimedDocument | null = null;
  material: Material | null = null;
  failure: unknown = null;
  cues: Cues = [];
  selected: string | null = null;
  /** Whether the selected cue takes the focus, to be written in. */
  writes = false;
  /** What somebody else has saved since, while ours is not kept: nothing of either is lost until one is chosen. */
  conflict: TimedDocument | null = null;
  /** Milliseconds of a frame of its video. */
  frame = FRAME;
  isSaving = false;
  hasFailed = false;
  private readonly steps = new UndoSteps<Cues>(MOST_STEPS);
  private kept: Cues = [];
  private revision = 0;
  private changes = 0;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  get isDirty(): boolean {
    return this.cues !== this.kept;
  }

  get mayUndo(): boolean {
    return this.steps.mayUndo;
  }

  get mayRedo(): boolean {
    return this.steps.mayRedo;
  }

  get language(): string {
    return this.document?.language ?? 'zh-CN';
  }

  get index(): number {
    return this.cues.findIndex(({ id }) => id === this.selected);
  }

  /** Milliseconds of the video; Infinity where there is none. */
  get end(): number {
    return (this.document?.seconds ?? Infinity) * 1000;
  }

  /** Whether something would be lost: while the page is merely left, what is changed is still given to the server. */
  isAtRisk(end: 'left' | 'stopped'): boolean {
    return this.conflict !== null || (this.isDirty && (end === 'stopped' || this.hasFailed));
  }

  /** What readers stumble over, by cue; those without anything are left out. */
  get warnings(): ReadonlyMap<string, readonly CueWarning[]> {
    const { language, frame } = this;
    return new Map(
      this.cues.flatMap((cue, at): [string, readonly CueWarning[]][] => {
        const before = this.cues[at - 1];
        const found = warningsOf(cue, { language, frame, ...(before === undefined ? {} : { before }) });
        return found.length === 0 ? [] : [[cue.id, found]];
      }),
    );
  }

  /** Opens a text, and follows what others do to it. @returns closes it */
  open(id: string): () => void {
    this.forget();
    void this.load(id);
    const stop = this.events.on(
      textsChanged,
      ({ ids }) => void (ids.includes(id) && this.load(id)),
      () => void this.load(id),
    );
    return () => {
      void stop();
      void this.save();
    };
  }

  /** Reads what the server has: taken over where nothing is changed here, else kept beside it. */
  async load(id: string): Promise<void> {
    try {
      const document = await this.http.call(readText, { params: { id } }, { handlesErrors: true });
      const known = this.material?.id;
      const { materialId } = document;
      const found =
        materialId === null || materialId === known
          ? undefined
          : await this.context.tryGet(MATERIALS)?.find([materialId]);
      runInAction(() =>
        this.take(document, found?.get(materialId ?? '') ?? (materialId === null ? null : this.material)),
      );
    } catch (error) {
      runInAction(() => (this.failure = error));
    }
  }

  setFrame(milliseconds: number): void {
    this.frame = milliseconds;
  }

  /** @param options.writes false where the focus is elsewhere and stays there */
  select(id: string | null, { writes = true } = {}): void {
    this.selected = id;
    this.writes = writes;
  }

  /**
   * Changes the cues as one step that can be undone.
   * @param stroke steps of the same stroke, one after the other, are one step: typing in one cue, one drag
   */
  change(next: Cues, stroke: string | null = null): void {
    if (next === this.cues) return;
    this.steps.note(this.cues, stroke);
    this.put(next);
  }

  endStroke(): void {
    this.steps.endStroke();
  }

  undo(): void {
    const last = this.steps.undo(this.cues);
    if (last !== undefined) this.put(last);
  }

  redo(): void {
    const next = this.steps.redo(this.cues);
    if (next !== undefined) this.put(next);
  }

  /** Keeps ours in place of what somebody else has saved, or takes theirs; ours can be brought back by undo. */
  settle(whose: 'mine' | 'theirs'): void {
    const { conflict } = this;
    if (conflict === null) return;
    this.conflict = null;
    this.revision = conflict.revision;
    if (whose === 'theirs') {
      this.change(conflict.cues);
      this.kept = conflict.cues;
      return;
    }
    this.kept = conflict.cues;
    this.saveSoon();
  }

  /** Gives the server what it does not have yet. */
  async save(): Promise<void> {
    const { document, cues, conflict } = this;
    if (document === null || this.isSaving || conflict !== null || !this.isDirty) return;
    this.isSaving = true;
    try {
      // What is being typed may end in a space; documents have none.
      const body = {
        revision: this.revision,
        cues: inOrder(cues).map((cue) => ({ ...cue, text: tidyText(cue.text) })),
      };
      const { revision } = await this.http.call(
        saveCues,
        { params: { id: document.id }, body },
        { handlesErrors: true },
      );
      runInAction(() => {
        if (this.document?.id !== document.id) return;
        this.revision = revision;
        this.kept = cues;
        this.hasFailed = false;
      });
    } catch (error) {
      const isStale = error instanceof HttpFailure && error.status === 409;
      runInAction(() => (this.hasFailed = !isStale));
      if (isStale) await this.load(document.id);
      else this.context.log.info('a text was not kept', error);
    } finally {
      runInAction(() => (this.isSaving = false));
    }
    if (this.isDirty && this.conflict === null) this.saveSoon();
  }

  private take(document: TimedDocument, material: Material | null): void {
    const isNewer =
      this.document === null || document.revision > this.revision || document.state !== this.document.state;
    this.document = document;
    this.material = material;
    this.failure = null;
    if (!isNewer) return;
    // Our own save is told to us, too, before its answer has come.
    if (this.isSaving && document.revision === this.revision + 1) return;
    if (this.isDirty) {
      this.conflict = document;
      return;
    }
    this.revision = document.revision;
    this.cues = document.cues;
    this.kept = document.cues;
    this.steps.clear();
  }

  private put(cues: Cues): void {
    this.cues = cues;
    this.saveSoon();
  }

  private saveSoon(): void {
    const change = ++this.changes;
    const wait = this.hasFailed ? SAVE_AFTER * 6 : SAVE_AFTER;
    this.context.scope.after(wait, () => void (change === this.changes && this.save()));
  }

  private forget(): void {
    this.document = null;
    this.material = null;
    this.failure = null;
    this.conflict = null;
    this.selected = null;
    this.frame = FRAME;
    this.cues = [];
    this.kept = this.cues;
    this.steps.clear();
    this.revision = 0;
  }
}
