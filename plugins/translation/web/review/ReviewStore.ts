import { runInAction } from 'mobx';

import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, HttpFailure, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import {
  acceptDrafts,
  changeProject,
  readEngine,
  readGlossary,
  readLines,
  readProject,
  saveLine,
  startTranslation,
  suggest,
  type Line,
  type Origin,
  type Project,
  type Target,
  type Term,
} from '#plugins/translation/calls.ts';
import { translationChanged } from '#plugins/translation/events.ts';

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

export interface Suggestion {
  text: string;
  origin: Origin;
  score: number | null;
  of: string;
}

export const LINE_FILTERS = ['all', 'open', 'drafted', 'done', 'changed'] as const;
export type LineFilter = (typeof LINE_FILTERS)[number];

/** Milliseconds after the last letter until the server has it, and after a failure. */
const [SAVE_AFTER, AGAIN_AFTER] = [800, 5_000];

/** A project that is reviewed in one of its languages. Observable. */
export class ReviewStore {
  project: Project | null = null;
  material: Material | null = null;
  failure: unknown = null;
  language: string | null = null;
  lines: readonly Line[] = [];
  /** Whether the lines are those of the language. */
  isRead = false;
  terms: readonly Term[] = [];
  engine: { isConnected: boolean; pairs: readonly { from: string; to: readonly string[] }[] } | null = null;
  filter: LineFilter = 'all';
  selected: string | null = null;
  edits: Readonly<Record<string, Edit>> = {};
  /** What is offered for the selected line; null until it was asked for. */
  offered: readonly Suggestion[] | null = null;
  isAsking = false;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  /** Opens a project, and follows what others do to it. @returns closes it */
  open(id: string): () => void {
    this.forget();
    void this.load(id);
    void this.readAround();
    const stop = this.events.on(
      translationChanged,
      (changed) => void (changed.id === id && this.load(id)),
      () => void this.load(id),
    );
    return () => {
      void stop();
      for (const cue of Object.keys(this.edits)) void this.save(cue);
    };
  }

  get target(): Target | null {
    return this.project?.targets.find(({ language }) => language === this.language) ?? null;
  }

  /** Whether the connected service has this pair of languages. */
  get hasPair(): boolean {
    return this.language !== null && this.isServed(this.language);
  }

  /** Languages that the connected service still has lines to translate into. */
  get waiting(): readonly string[] {
    const { lines = 0, targets = [] } = this.project ?? {};
    return targets
      .filter(({ language, state, drafted, changed }) => {
        return state !== 'working' && lines - drafted + changed > 0 && this.isServed(language);
      })
      .map(({ language }) => language);
  }

  /** Lines that the filter shows; the one that is being written stays. */
  get shown(): readonly Line[] {
    const { filter, lines, selected } = this;
    if (filter === 'all') return lines;
    return lines.filter(
      ({ cue, state, isStale }) => cue === selected || (filter === 'changed' ? isStale : state === filter),
    );
  }

  /** Whether something would be lost: while the page is merely left, what is typed is still given to the server. */
  isAtRisk(end: 'left' | 'stopped'): boolean {
    return Object.values(this.edits).some(({ theirs, hasFailed }) => theirs !== null || end === 'stopped' || hasFailed);
  }

  /** The text of a line as it is now, kept or not. */
  textOf({ cue, text }: Line): string {
    return this.edits[cue]?.text ?? text;
  }

  async load(id: string): Promise<void> {
    try {
      const project = await this.http.call(readProject, { params: { id } }, { handlesErrors: true });
      const { materialId } = project;
      const isKnown = materialId === null || materialId === this.material?.id;
      const found = isKnown ? undefined : await this.context.tryGet(MATERIALS)?.find([materialId]);
      runInAction(() => {
        this.project = project;
        this.failure = null;
        if (materialId === null) this.material = null;
        else if (!isKnown) this.material = found?.get(materialId) ?? null;
        this.language ??= project.targets[0]?.language ?? null;
      });
      await this.readLines(id);
    } catch (error) {
      runInAction(() => (this.failure = error));
    }
  }

  /** @returns false while something of the language before could not be kept, which would be lost */
  async choose(language: string): Promise<boolean> {
    if (language === this.language) return true;
    await Promise.all(Object.keys(this.edits).map((cue) => this.save(cue)));
    if (Object.keys(this.edits).length > 0) return false;
    runInAction(() => {
      this.language = language;
      this.edits = {};
      this.lines = [];
      this.isRead = false;
      this.select(null);
    });
    if (this.project !== null) void this.load(this.project.id);
    return true;
  }

  show(filter: LineFilter): void {
    this.filter = filter;
  }

  select(cue: string | null): void {
    if (cue !== this.selected) this.offered = null;
    this.selected = cue;
  }

  /** Goes to a neighbour of the selected line. */
  move(by: 1 | -1): void {
    const at = this.shown.findIndex(({ cue }) => cue === this.selected);
    const next = this.shown[at + by];
    if (next !== undefined) this.select(next.cue);
  }

  type(line: Line, text: string): void {
    this.put(line, { text, isDone: false, origin: 'typed', score: null });
    this.saveSoon(line.cue);
  }

  /** Accepts what stands in a line, and goes on to the next one. */
  async accept(line: Line): Promise<void> {
    const edit = this.edits[line.cue];
    const known = { text: line.text, origin: line.origin ?? 'typed', score: line.score };
    const { text, origin, score } = edit ?? known;
    if (text.trim() === '' || edit?.theirs) return;
    this.put(line, { text, origin, score, isDone: true });
    this.move(1);
    await this.save(line.cue);
  }

  /** Takes an acceptance back. */
  async reopen(line: Line): Promise<void> {
    this.put(line, { text: line.text, origin: line.origin ?? 'typed', score: line.score, isDone: false });
    await this.save(line.cue);
  }

  async use(line: Line, { text, origin, score }: Suggestion): Promise<void> {
    this.put(line, { text, origin, score, isDone: false });
    await this.save(line.cue);
  }

  /** Asks for what is remembered, and on demand for others of the service. */
  async ask(line: Line, engine: boolean): Promise<void> {
    const { project, language } = this;
    if (project === null || language === null || this.isAsking) return;
    this.isAsking = true;
    try {
      const params = { id: project.id, language, cue: line.cue };
      const than = [this.textOf(line)].filter((text) => text !== '');
      const { items } = await this.http.call(suggest, { params, body: { engine, than } });
      runInAction(() => {
        if (this.selected === line.cue) this.offered = items.filter(({ text }) => text !== this.textOf(line));
      });
    } finally {
      runInAction(() => (this.isAsking = false));
    }
  }

  async translate(languages: readonly string[]): Promise<void> {
    const { project } = this;
    if (project === null) return;
    const body = { languages: [...languages] };
    const next = await this.http.call(startTranslation, { params: { id: project.id }, body });
    runInAction(() => (this.project = next));
  }

  /** @returns how many */
  async acceptAll(): Promise<number> {
    const { project, language } = this;
    if (project === null || language === null) return 0;
    const { accepted } = await this.http.call(acceptDrafts, { params: { id: project.id, language } });
    await this.load(project.id);
    return accepted;
  }

  async add(language: string): Promise<void> {
    const { project } = this;
    if (project === null) return;
    const next = await this.http.call(changeProject, { params: { id: project.id }, body: { add: [language] } });
    runInAction(() => (this.project = next));
    await this.choose(language);
  }

  /** Keeps mine in place of what somebody else has saved, or takes theirs. */
  settle({ cue }: Line, whose: 'mine' | 'theirs'): void {
    const edit = this.edits[cue];
    if (edit === undefined || edit.theirs === null) return;
    if (whose === 'theirs') return this.drop(cue);
    this.edits = { ...this.edits, [cue]: { ...edit, base: edit.theirs.revision, theirs: null } };
    void this.save(cue);
  }

  /** Reads the terms again, after they were changed. */
  async readTerms(): Promise<void> {
    const { terms } = await this.http.call(readGlossary, {}, { handlesErrors: true });
    runInAction(() => (this.terms = terms));
  }

  /** Gives the server what is typed in a line. */
  async save(cue: string): Promise<void> {
    const { project, language } = this;
    const edit = this.edits[cue];
    if (project === null || language === null || edit === undefined || edit.isSaving || edit.theirs !== null) return;
    const { text, isDone, origin, score, base: revision } = edit;
    this.change(cue, { isSaving: true });
    try {
      const params = { id: project.id, language, cue };
      const body = { text, isDone, origin, score, revision };
      const kept = await this.http.call(saveLine, { params, body }, { handlesErrors: true });
      runInAction(() => {
        if (this.language !== language || this.project?.id !== project.id) return;
        this.lines = this.lines.map((line) => (line.cue === cue ? kept : line));
        const now = this.edits[cue];
        if (now?.text === text && now.isDone === isDone) return this.drop(cue);
        this.change(cue, { isSaving: false, hasFailed: false, base: kept.revision });
        this.saveSoon(cue);
      });
    } catch (error) {
      const isStale = error instanceof HttpFailure && error.status === 409;
      runInAction(() => this.change(cue, { isSaving: false, hasFailed: !isStale }));
      if (isStale) return await this.load(project.id);
      this.context.log.info('a translation was not kept', error);
      this.saveSoon(cue);
    }
  }

  private isServed(language: string): boolean {
    const { engine, project } = this;
    return engine?.pairs.some(({ from, to }) => from === project?.from && to.includes(language)) ?? false;
  }

  private async readLines(id: string): Promise<void> {
    const { language } = this;
    if (language === null) return;
    const { lines } = await this.http.call(readLines, { params: { id, language } }, { handlesErrors: true });
    runInAction(() => {
      if (this.language !== language || this.project?.id !== id) return;
      this.lines = lines;
      this.isRead = true;
      for (const line of lines) this.compare(line);
    });
  }

  /** What is typed here against what the server has by now. */
  private compare(line: Line): void {
    const edit = this.edits[line.cue];
    // Our own save is told to us, too, before its answer has come.
    if (edit === undefined || edit.isSaving || line.revision === edit.base) return;
    if (line.text === edit.text) return this.drop(line.cue);
    this.change(line.cue, { theirs: line });
  }

  private async readAround(): Promise<void> {
    try {
      const engine = await this.http.call(readEngine, {}, { handlesErrors: true });
      runInAction(() => (this.engine = engine));
      await this.readTerms();
    } catch (error) {
      // The lines can be typed all the same.
      this.context.log.info('what is around a project was not read', error);
    }
  }

  private put(line: Line, values: Pick<Edit, 'text' | 'isDone' | 'origin' | 'score'>): void {
    const fresh = { base: line.revision, isSaving: false, hasFailed: false, theirs: null };
    this.edits = { ...this.edits, [line.cue]: { ...fresh, ...this.edits[line.cue], ...values } };
  }

  private change(cue: string, values: Partial<Edit>): void {
    const edit = this.edits[cue];
    if (edit !== undefined) this.edits = { ...this.edits, [cue]: { ...edit, ...values } };
  }

  private drop(cue: string): void {
    const { [cue]: _gone, ...rest } = this.edits;
    this.edits = rest;
  }

  private saveSoon(cue: string): void {
    const edit = this.edits[cue];
    const after = edit?.hasFailed === true ? AGAIN_AFTER : SAVE_AFTER;
    this.context.scope.after(after, () => void (this.edits[cue]?.text === edit?.text && this.save(cue)));
  }

  private forget(): void {
    this.project = null;
    this.material = null;
    this.failure = null;
    this.language = null;
    this.lines = [];
    this.isRead = false;
    this.filter = 'all';
    this.edits = {};
    this.select(null);
  }
}
