import { runInAction } from 'mobx';

import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { UndoSteps } from '#core/web/undo-steps.ts';

import { openProject, retryProject, saveProject, type MeasuredVideo, type ProjectRow } from '#plugins/pieces/calls.ts';
import { alternativesFor, choosePieces, type FilledSlot, type Piece } from '#plugins/pieces/choose-pieces.ts';
import { rulerOf, type FootageRuler, type Measured } from '#plugins/pieces/footage.ts';
import { adjustPiece, moveSlot, withLock, withPiece } from './slot-edits.ts';

/** Steps that can be undone. */
const MOST_STEPS = 100;

/** Milliseconds after the last change until it is kept by the server. */
const SAVE_AFTER = 700;

/** One project as it is shown and changed. Observable. */
export class OpenedProject {
  /** Null until it was read. */
  row: ProjectRow | null = null;
  videos: readonly MeasuredVideo[] = [];
  /** Why it could not be read; null when it could. */
  failure: { error: unknown } | null = null;
  isMissing = false;
  slots: readonly FilledSlot[] = [];
  /** The id of the slot that is shown. */
  selected: string | null = null;
  private rulers: ReadonlyMap<string, FootageRuler> = new Map();
  private taken: readonly Piece[] = [];
  private readonly steps = new UndoSteps<readonly FilledSlot[]>(MOST_STEPS);
  #changes = 0;
  private isDirty = false;
  private saving: Promise<void> | null = null;

  constructor(
    readonly id: string,
    private readonly http: Http,
    private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  get mayUndo(): boolean {
    return this.steps.mayUndo;
  }

  get mayRedo(): boolean {
    return this.steps.mayRedo;
  }

  /** The slot that is shown: the one that was chosen, or the first. */
  get shown(): FilledSlot | null {
    return this.slots.find(({ slot }) => slot.id === this.selected) ?? this.slots[0] ?? null;
  }

  /** What the shown slot could have instead, best first. */
  get alternatives(): readonly Piece[] {
    return this.shown === null ? [] : alternativesFor(this.shown.slot, this.input);
  }

  /** Pieces of a video that other projects have. */
  takenOf(material: string): readonly Piece[] {
    return this.taken.filter((piece) => piece.material === material);
  }

  /** What a piece is like; null while its video is not measured. */
  measure({ material, from, to }: Piece): Measured | null {
    return this.rulers.get(material)?.measure(from, to) ?? null;
  }

  /** Reads it; what is not kept yet stays as it is here. */
  async load(): Promise<void> {
    try {
      const options = { signal: this.context.signal, handlesErrors: true };
      const { project, videos, taken } = await this.http.call(openProject, { params: { id: this.id } }, options);
      runInAction(() => {
        this.failure = null;
        this.taken = taken;
        this.takeVideos(videos);
        if (this.isDirty || this.saving !== null) return;
        const isNew = this.row === null || project.revision !== this.row.revision || project.state !== this.row.state;
        this.row = project;
        if (!isNew) return;
        this.slots = project.slots;
        this.steps.clear();
      });
    } catch (error) {
      if (this.context.signal.aborted) return;
      runInAction(() => {
        this.isMissing = error instanceof HttpFailure && [404, 422].includes(error.status);
        this.failure = { error };
      });
    }
  }

  /** Takes in how far the measuring of a video is. */
  heardProgress(video: string, progress: number): void {
    this.videos = this.videos.map((known) =>
      known.id === video && known.state === 'measuring' ? { ...known, progress } : known,
    );
  }

  /** Measures its videos once more; a failure is told. */
  async retry(): Promise<void> {
    await this.http.call(retryProject, { params: { id: this.id } }).catch(() => undefined);
    await this.load();
  }

  select(id: string): void {
    this.selected = id;
    this.steps.endStroke();
  }

  /** Shows the slot that many places further on. */
  step(by: number): void {
    const at = this.slots.findIndex((filled) => filled === this.shown);
    const next = this.slots[Math.max(0, Math.min(this.slots.length - 1, at + by))];
    if (next !== undefined) this.select(next.slot.id);
  }

  swap(id: string, piece: Piece | null): void {
    this.change(withPiece(this.slots, id, piece));
  }

  toggleLock(id: string): void {
    this.change(withLock(this.slots, id));
  }

  /** @param to its new place, from 0 */
  move(id: string, to: number): void {
    this.change(moveSlot(this.slots, id, to));
  }

  /** @param least seconds of a frame */
  adjust(id: string, range: { from: number; to: number }, least: number, stroke: string | null = null): void {
    const piece = this.slots.find(({ slot }) => slot.id === id)?.piece;
    if (!piece) return;
    const seconds = this.rulers.get(piece.material)?.seconds ?? 0;
    this.change(adjustPiece(this.slots, id, range, { taken: this.taken, seconds, least }), stroke);
  }

  /** A drag has ended: the next one is another step. */
  endStroke(): void {
    this.steps.endStroke();
  }

  /** Chooses all pieces anew, but those that are locked. */
  chooseAgain(): void {
    this.change(choosePieces(this.input));
  }

  rename(name: string): void {
    if (this.row === null || name.trim() === '') return;
    this.row = { ...this.row, name };
    this.saveSoon();
  }

  undo(): void {
    const last = this.steps.undo(this.slots);
    if (last !== undefined) this.put(last);
  }

  redo(): void {
    const next = this.steps.redo(this.slots);
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

  private get input() {
    return { slots: this.slots, footage: this.rulers, taken: this.taken };
  }

  private takeVideos(videos: readonly MeasuredVideo[]): void {
    this.videos = videos;
    const known = this.rulers;
    this.rulers = new Map(
      videos.flatMap(({ id, footage }): [string, FootageRuler][] => {
        if (footage === null) return [];
        return [[id, known.get(id) ?? rulerOf(footage)]];
      }),
    );
  }

  private change(slots: readonly FilledSlot[], stroke: string | null = null): void {
    if (slots === this.slots) return;
    this.steps.note(this.slots, stroke);
    this.put(slots);
  }

  private put(slots: readonly FilledSlot[]): void {
    this.slots = slots;
    this.saveSoon();
  }

  private saveSoon(): void {
    this.isDirty = true;
    const change = ++this.#changes;
    this.context.scope.after(SAVE_AFTER, () => {
      if (change !== this.#changes || this.saving !== null) return;
      // Told by the error catalogue; what was not kept goes with the next change.
      this.save().catch((error: unknown) => this.context.log.info('a project was not kept', error));
    });
  }

  private save(): Promise<void> {
    this.isDirty = false;
    const changes = this.#changes;
    this.saving = this.send().finally(() => {
      runInAction(() => (this.saving = null));
      if (this.isDirty && changes !== this.#changes) this.saveSoon();
    });
    return this.saving;
  }

  private async send(): Promise<void> {
    const { row, slots, id } = this;
    if (row === null) return;
    const body = { name: row.name, slots: [...slots], revision: row.revision };
    try {
      const { revision, updatedAt } = await this.http.call(saveProject, { params: { id }, body });
      runInAction(() => {
        if (this.row !== null) this.row = { ...this.row, revision, updatedAt };
      });
    } catch (error) {
      const isStale = error instanceof HttpFailure && error.status === 409;
      runInAction(() => {
        this.isDirty = !isStale;
        if (isStale) this.saving = null;
      });
      // Somebody else has changed it, or has the footage: what the server knows takes the place of what was not kept.
      if (isStale) {
        runInAction(() => (this.row = null));
        await this.load();
      }
      throw error;
    }
  }
}
