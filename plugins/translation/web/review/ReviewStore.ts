import { runInAction } from 'mobx';

import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import {
  acceptDrafts,
  changeProject,
  readEngine,
  readLines,
  readProject,
  saveLine,
  startTranslation,
  type Line,
  type Project,
  type Target,
} from '#plugins/translation/calls.ts';
import { translationChanged } from '#plugins/translation/events.ts';
import { acceptedOf, roomsOf, type LineRooms } from '../dubbing/line-rooms.ts';
import { LineEdits, type Edit } from './LineEdits.ts';
import { LineOffers, type Suggestion } from './LineOffers.ts';
import { ReviewTerms } from './ReviewTerms.ts';

export const LINE_FILTERS = ['all', 'open', 'drafted', 'done', 'changed'] as const;
export type LineFilter = (typeof LINE_FILTERS)[number];

/** A project that is reviewed in one of its languages. Observable. */
export class ReviewStore {
  project: Project | null = null;
  material: Material | null = null;
  failure: unknown = null;
  language: string | null = null;
  lines: readonly Line[] = [];
  /** Whether the lines are those of the language. */
  isRead = false;
  /** The terms that hold in it. */
  readonly terms: ReviewTerms;
  engine: { isConnected: boolean; pairs: readonly { from: string; to: readonly string[] }[] } | null = null;
  filter: LineFilter = 'all';
  selected: string | null = null;
  readonly edits: LineEdits;
  /** What is offered for the selected line. */
  readonly offers: LineOffers;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.edits = new LineEdits(context, {
      keep: (cue, edit) => this.keep(cue, edit),
      refresh: async () => void (this.project !== null && (await this.load(this.project.id))),
    });
    this.offers = new LineOffers(http, {
      place: () => ({ project: this.project?.id ?? null, language: this.language, selected: this.selected }),
      textOf: (line) => this.textOf(line),
    });
    this.terms = new ReviewTerms(http, {
      project: () => this.project,
      lines: () => this.lines,
      changed: (project) => (this.project = project),
    });
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
      void this.edits.saveAll();
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

  /** What the dialog about a dub is told of the language. */
  get dubbed() {
    return { id: this.project?.id ?? '', language: this.language ?? '', ...acceptedOf(this.lines) };
  }

  /** How long a voice may take for each line. */
  get rooms(): ReadonlyMap<string, LineRooms> {
    return roomsOf(this.lines, this.project?.seconds ?? Infinity);
  }

  /** Lines that the filter shows; the one that is being written stays. */
  get shown(): readonly Line[] {
    const { filter, lines, selected } = this;
    if (filter === 'all') return lines;
    return lines.filter(
      ({ cue, state, isStale }) => cue === selected || (filter === 'changed' ? isStale : state === filter),
    );
  }

  /** The text of a line as it is now, kept or not. */
  textOf({ cue, text }: Line): string {
    return this.edits.all[cue]?.text ?? text;
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
    if (!(await this.edits.saveAll())) return false;
    runInAction(() => {
      this.language = language;
      this.edits.clear();
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
    if (cue !== this.selected) this.offers.forget();
    this.selected = cue;
  }

  /** Shows a line, whatever the filter hides. */
  goTo(cue: string): void {
    this.filter = 'all';
    this.select(cue);
  }

  /** Goes to a neighbour of the selected line. */
  move(by: 1 | -1): void {
    const at = this.shown.findIndex(({ cue }) => cue === this.selected);
    const next = this.shown[at + by];
    if (next !== undefined) this.select(next.cue);
  }

  type(line: Line, text: string): void {
    this.edits.put(line, { text, isDone: false, origin: 'typed', score: null });
    this.edits.saveSoon(line.cue);
  }

  /** Accepts what stands in a line, and goes on to the next one. */
  async accept(line: Line): Promise<void> {
    const edit = this.edits.all[line.cue];
    const known = { text: line.text, origin: line.origin ?? 'typed', score: line.score };
    const { text, origin, score } = edit ?? known;
    if (text.trim() === '' || edit?.theirs) return;
    this.edits.put(line, { text, origin, score, isDone: true });
    this.move(1);
    await this.edits.save(line.cue);
  }

  /** Takes an acceptance back. */
  async reopen(line: Line): Promise<void> {
    this.edits.put(line, { text: line.text, origin: line.origin ?? 'typed', score: line.score, isDone: false });
    await this.edits.save(line.cue);
  }

  async use(line: Line, { text, origin, score }: Suggestion): Promise<void> {
    this.edits.put(line, { text, origin, score, isDone: false });
    await this.edits.save(line.cue);
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

  private async keep(cue: string, { text, isDone, origin, score, base: revision }: Edit): Promise<Line | null> {
    const { project, language } = this;
    if (project === null || language === null) return null;
    const params = { id: project.id, language, cue };
    const body = { text, isDone, origin, score, revision };
    const kept = await this.http.call(saveLine, { params, body }, { handlesErrors: true });
    return runInAction(() => {
      if (this.language !== language || this.project?.id !== project.id) return null;
      this.lines = this.lines.map((line) => (line.cue === cue ? kept : line));
      return kept;
    });
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
      for (const line of lines) this.edits.compare(line);
    });
  }

  private async readAround(): Promise<void> {
    try {
      const engine = await this.http.call(readEngine, {}, { handlesErrors: true });
      runInAction(() => (this.engine = engine));
      await this.terms.read();
    } catch (error) {
      // The lines can be typed all the same.
      this.context.log.info('what is around a project was not read', error);
    }
  }

  private forget(): void {
    this.project = null;
    this.material = null;
    this.failure = null;
    this.language = null;
    this.lines = [];
    this.isRead = false;
    this.filter = 'all';
    this.edits.clear();
    this.select(null);
  }
}
