import { runInAction } from 'mobx';

import type { FoundShots } from '#core/contract/shots.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { UndoSteps } from '#core/web/undo-steps.ts';

import { saveEdit, type SplitVideo } from '#plugins/segmentation/calls.ts';
import { boundariesOf, shotsOf, type Rule, type Shot, type ShotEdit } from '#plugins/segmentation/shots.ts';
import type { Edited } from './shot-edits.ts';

/** Steps that can be undone. */
const MOST_STEPS = 100;

/** Milliseconds after the last change until it is kept by the server. */
const SAVE_AFTER = 700;

/** The shots of one video, as they were found and are being changed. Observable. */
export class VideoShots {
  /** That of its material. */
  readonly id: string;
  state: SplitVideo['state'] = 'finding';
  error: string | null = null;
  found: FoundShots | null = null;
  edit: ShotEdit;
  private readonly steps = new UndoSteps<ShotEdit>(MOST_STEPS);
  private revision: number;
  private isDirty = false;
  private saving: Promise<void> | null = null;
  private changes = 0;
  private hasFailed = false;

  constructor(
    video: SplitVideo,
    private readonly http: Http,
    private readonly context: PluginContext,
    /** Reads once more what the server knows, and gives it to {@link take}. */
    private readonly reread: () => Promise<void>,
  ) {
    this.id = video.id;
    this.edit = video.edit;
    this.revision = video.revision;
    observableStore(this);
  }

  get mayUndo(): boolean {
    return this.steps.mayUndo;
  }

  get mayRedo(): boolean {
    return this.steps.mayRedo;
  }

  /** Takes in what the server knows; changes that it does not have yet stay. */
  take(video: SplitVideo): void {
    this.state = video.state;
    this.error = video.error;
    this.found = video.found;
    if (this.isDirty || this.saving !== null || video.revision <= this.revision) return;
    // Somebody else has changed them.
    this.revision = video.revision;
    this.edit = video.edit;
    this.steps.clear();
  }

  shots(rule: Rule): Shot[] {
    return this.found === null ? [] : shotsOf(this.found, rule, this.edit);
  }

  boundaries(rule: Rule): number[] {
    return this.found === null ? [] : boundariesOf(this.found, rule, this.edit).map(({ seconds }) => seconds);
  }

  /**
   * Changes the shots as one step that can be undone.
   * @param stroke steps of the same stroke, one after the other, are one step
   */
  change(rule: Rule, how: (edited: Edited) => ShotEdit, stroke: string | null = null): void {
    if (this.found === null) return;
    const next = how({ found: this.found, rule, edit: this.edit });
    if (next === this.edit) return;
    this.steps.note(this.edit, stroke);
    this.put(next);
  }

  /** A drag has ended: the next one is another step. */
  endStroke(): void {
    this.steps.endStroke();
  }

  undo(): void {
    const last = this.steps.undo(this.edit);
    if (last !== undefined) this.put(last);
  }

  redo(): void {
    const next = this.steps.redo(this.edit);
    if (next !== undefined) this.put(next);
  }

  /**
   * Waits until the server has all changes.
   * @throws HttpFailure when they cannot be kept
   */
  async settle(): Promise<void> {
    await this.saving?.catch(() => undefined);
    while (this.isDirty) await this.save();
  }

  private put(edit: ShotEdit): void {
    this.edit = edit;
    this.isDirty = true;
    this.saveSoon();
  }

  private saveSoon(): void {
    const change = ++this.changes;
    this.context.scope.after(SAVE_AFTER, () => {
      if (change !== this.changes || this.saving !== null) return;
      // Told by the error catalogue; what was not kept goes with the next change.
      this.save().catch((error: unknown) => this.context.log.info('an edit was not kept', error));
    });
  }

  private save(): Promise<void> {
    this.isDirty = false;
    this.saving = this.send().finally(() => {
      runInAction(() => (this.saving = null));
      if (this.isDirty && !this.hasFailed) this.saveSoon();
    });
    return this.saving;
  }

  private async send(): Promise<void> {
    this.hasFailed = false;
    const body = { edit: this.edit, revision: this.revision };
    try {
      const { revision } = await this.http.call(saveEdit, { params: { id: this.id }, body });
      runInAction(() => (this.revision = revision));
    } catch (error) {
      const isStale = error instanceof HttpFailure && error.status === 409;
      runInAction(() => {
        this.hasFailed = true;
        this.isDirty = !isStale;
        // Somebody else has changed them: theirs take the place of what was not kept.
        if (isStale) this.saving = null;
      });
      if (isStale) await this.reread();
      throw error;
    }
  }
}
