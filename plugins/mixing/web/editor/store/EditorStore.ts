import { compareStructural, reaction, runInAction, when } from 'mobx';

import { createScope } from '#core/web/create-scope.ts';
import type { Events } from '#core/web/events/events.ts';
import type { FeatureGate } from '#core/web/features/feature-gate.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { randomUuid } from '#core/web/random-uuid.ts';

import type { MaterialsLibrary } from '#plugins/materials/api.ts';
import { brokenRules, type BrokenRule } from '#plugins/mixing/project-rules.ts';
import { LARGEST_MATERIAL, type MixGroup, type MixProject } from '#plugins/mixing/project.ts';
import { projectChanged } from '#plugins/mixing/events.ts';
import type { PreviewDeaths } from '#plugins/mixing/web/preview/preview-deaths.ts';
import type { KeptCounts } from './kept-counts.ts';
import { Arrivals } from './Arrivals.ts';
import { ChosenClips } from './ChosenClips.ts';
import { change, MAX_CLIPS, removePlaced, type Edit, type MixClip } from './edit-project.ts';
import { EditHistory } from './EditHistory.ts';
import type { LibraryAccess } from './library-access.ts';
import { Measurement } from './Measurement.ts';
import { newProject } from './new-project.ts';
import { placeArrivals } from './place-arrivals.ts';
import { ProjectMaterials } from './ProjectMaterials.ts';
import { ProjectPreview } from './ProjectPreview.ts';
import type { ProjectSaving } from './ProjectSaving.ts';
import { RunPanel } from './RunPanel.ts';
import { planKey, savable } from './savable-project.ts';
import { selectedOfRule, type Selected, type Step } from './Selected.ts';
import { StoredProject } from './StoredProject.ts';

/** Maximum number of combinations planned for the preview. */
const MAX_PREVIEWED = 200;
/** Maximum milliseconds that the page waits for the first responses. */
const FIRST_ANSWERS = 150;

/** What an editor needs from its environment. */
export interface EditorTools {
  http: Pick<Http, 'call'>;
  events: Pick<Events, 'on' | 'connected'>;
  features: FeatureGate;
  /** Most videos of one run without the feature of large batches. Observable. */
  freeOutputs(): number;
  i18n: Pick<I18n, 't'>;
  /** Mixing is locked: the page can be looked at, but nothing is measured or planned. Observable. */
  isLocked(): boolean;
  /** Undefined while the library is unavailable. */
  library(): MaterialsLibrary | undefined;
  /** Whether the library is available, and why not. Observable. */
  access(): LibraryAccess;
  /** How many videos were wanted of each project. */
  counts: KeptCounts;
  /** Which pages died of a preview. */
  deaths: PreviewDeaths;
  /** Starts the library again after it was unavailable. */
  openLibrary(): Promise<void>;
  /** The project now has its own address: it was created by the first edit, or became a copy. */
  settled(id: string): void;
}

/** An open mix project: the edited document and everything derived from it. Observable. */
export class EditorStore {
  state: 'loading' | 'ready' | 'failed' | 'missing' = 'loading';
  /** Why it could not be read. */
  failure: unknown = null;
  step: Step = 'clips';
  /** Empty fields are shown as faults once the user has tried to start a run. */
  isAlarmed = false;
  /** The field that fixes a broken rule; it takes the focus when it is shown. */
  wanted: string | null = null;

  /** Distinguishes this opening of the project from others. */
  readonly key = randomUuid();
  readonly history: EditHistory<MixProject>;
  readonly stored: StoredProject;
  readonly materials: ProjectMaterials;
  readonly arrivals: Arrivals;
  readonly measurement: Measurement;
  readonly preview: ProjectPreview;
  readonly run: RunPanel;
  readonly chosen: ChosenClips;

  private selection: Selected = { kind: 'project' };
  /** Which of several is worked on: title, line, stretch. */
  private place = 0;
  private readonly stops: Array<() => unknown> = [];
  readonly #scope = createScope('mix editor');

  constructor(
    id: string | null,
    private readonly tools: EditorTools,
  ) {
    const { http, events, i18n, library } = tools;
    const scope = this.#scope;
    this.history = new EditHistory(newProject(i18n.t));
    this.stored = new StoredProject(id, {
      ...{ http, i18n, settled: tools.settled },
      seen: () => savable(this.project),
      show: (document) => this.history.reset(document),
      renamed: (name) => this.history.set(change({ name })(this.project), null, Date.now()),
    });
    this.materials = new ProjectMaterials(scope, { library: library(), events });
    this.arrivals = new Arrivals({
      library,
      tooLarge: (name) => i18n.t('mixing:material-too-large', { name, most: LARGEST_MATERIAL / 1024 / 1024 }),
      missing: () => i18n.t(`mixing:editor.library-${this.access.state === 'locked' ? 'locked' : 'off'}`),
      full: () => i18n.t('mixing:editor.group-full', { most: MAX_CLIPS }),
      room: (group) => this.roomIn(group),
      arrived: placeArrivals(this),
    });
    this.measurement = new Measurement(scope, { http, events });
    this.preview = new ProjectPreview({
      ...{ scope, http, events, deaths: tools.deaths },
      project: () => this.project,
      work: () => ({ selected: this.selected, index: this.place }),
      urlOf: (material) => this.materials.get(material)?.url,
    });
    this.run = new RunPanel(http, tools.features, tools.freeOutputs, id === null ? null : tools.counts.read(id));
    this.chosen = new ChosenClips(() => this.project);
    observableStore(this);
    if (id === null) {
      this.begin();
      this.show();
    } else void this.open();
  }

  get id(): string | null {
    return this.stored.id;
  }

  /** Whether the open project is saved. */
  get saving(): ProjectSaving<MixProject> {
    return this.stored.saving;
  }

  get project(): MixProject {
    return this.history.now;
  }

  /** What the settings show; falls back when the selected item no longer exists. */
  get selected(): Selected {
    const { selection } = this;
    if (!('group' in selection)) return selection;
    const group = this.groupOf(selection.group);
    if (group === undefined) return { kind: 'project' };
    if (selection.kind !== 'clip') return selection;
    const { material } = selection;
    return group.materials.some((clip) => clip.material === material)
      ? selection
      : { kind: 'group', group: selection.group };
  }

  get rules(): readonly BrokenRule[] {
    const { spoken } = this.preview.voice;
    // While the project shows nothing, its videos have no length.
    const shortest = this.measurement.measured?.seconds.least || undefined;
    return brokenRules(this.project, { shortest, speech: spoken?.seconds });
  }

  /** The first rule that a field breaks, as a sentence; null for none. */
  ruleAt(path: string): string | null {
    const rule = this.rules.find((broken) => broken.path === path);
    return rule === undefined ? null : this.tools.i18n.t(rule.code, rule.params);
  }

  /** Whether a clip was added yet. */
  get isEmpty(): boolean {
    return this.project.groups.every(({ materials }) => materials.length === 0);
  }

  /** Whether anything can be shown yet: the server has to inspect clips first. */
  get isShowable(): boolean {
    return this.project.groups.some(({ materials }) =>
      materials.some(({ material }) => this.materials.get(material)?.state === 'ready'),
    );
  }

  /** Most shots that two different videos can share. */
  get mostShared(): number {
    return Math.max(0, this.project.groups.length - 1);
  }

  /** The limit that is shown and that a run keeps to: what was chosen, or the least that yields as many as are wanted. */
  get share(): number {
    const { run, measurement, mostShared } = this;
    return Math.min(run.share ?? measurement.measured?.level ?? mostShared, mostShared);
  }

  /** How many videos there can be by this limit; null while it is not known, or a group shows nothing. */
  get possible(): number | null {
    return this.measurement.measured?.rows.find(({ share }) => share === this.share)?.reachable ?? null;
  }

  /** The first group whose clips are all unusable, by its place: nothing can be made before that is mended; -1 for none. */
  get unusableGroup(): number {
    const shots = this.measurement.measured?.shots ?? {};
    const isComing = (material: string) => (this.materials.get(material)?.state ?? 'preparing') === 'preparing';
    return this.project.groups.findIndex(
      ({ id, materials }) =>
        materials.length > 0 &&
        shots[id] === 0 &&
        !materials.some(({ material }) => !this.materials.isMissing(material) && isComing(material)),
    );
  }

  /** How many videos will be made: as many as requested, or as many as possible. */
  get makes(): number {
    return Math.min(this.run.count, this.possible ?? this.run.count);
  }

  /** Whether clips can be seen and added. */
  get access(): LibraryAccess {
    return this.tools.access();
  }

  /** The library as it is now; undefined while it is missing. */
  library(): MaterialsLibrary | undefined {
    return this.tools.library();
  }

  /** How many further clips a group can hold. */
  roomIn(group: string): number {
    return Math.max(0, MAX_CLIPS - (this.groupOf(group)?.materials.length ?? 0));
  }

  /** Why materials cannot be counted, by material. */
  get waiting(): ReadonlyMap<string, string> {
    return new Map(this.measurement.measured?.waiting.map(({ material, reason }) => [material, reason]) ?? []);
  }

  groupOf(id: string): MixGroup | undefined {
    return this.project.groups.find((group) => group.id === id);
  }

  clipOf(group: string, material: string): MixClip | undefined {
    return this.groupOf(group)?.materials.find((clip) => clip.material === material);
  }

  /** @param kind what is edited, so that typing and dragging are one step; null for a step of its own */
  edit(edit: Edit, kind: string | null = null): void {
    const next = edit(this.project);
    if (next === this.project) return;
    this.history.set(next, kind, Date.now());
    this.stored.edited();
    this.preview.live.release();
  }

  undo(): void {
    if (!this.history.canUndo) return;
    this.history.undo();
    this.stored.edited();
  }

  redo(): void {
    if (!this.history.canRedo) return;
    this.history.redo();
    this.stored.edited();
  }

  /** Takes back what one drop of files has put into groups, also what is still on its way. */
  recall(batch: number): void {
    this.edit(removePlaced(this.arrivals.recall(batch)));
  }

  select(selected: Selected): void {
    this.selection = selected;
    this.place = 0;
  }

  /** Says which title, line or stretch of what is selected is worked on, so that the preview shows it. */
  workOn(index: number): void {
    this.place = index;
  }

  setStep(step: Step): void {
    this.step = step;
  }

  /** Leads to the field that a rule is about. */
  goTo(path: string): void {
    this.select(selectedOfRule(path, this.project.groups));
    const isOfBoard = path === 'groups' || path.endsWith('.materials') || path.endsWith('.name');
    this.step = path !== 'name' && isOfBoard ? 'clips' : 'settings';
    this.wanted = path;
  }

  /** The field has got the focus. */
  arrive(): void {
    this.wanted = null;
  }

  /** Starts a run, or goes to the first broken rule. @returns the run’s id; null when none was started */
  async make(): Promise<string | null> {
    this.isAlarmed = true;
    const [first] = this.rules;
    if (first !== undefined) {
      this.goTo(first.path);
      return null;
    }
    if (!this.run.unlock()) return null;
    if (!(await this.run.untilOnline())) return null;
    if (!(await this.saving.flush()) || this.id === null) return null;
    // A run refuses whatever the measurement refused, and gives the reason.
    return await this.run.start(this.id, { count: Math.max(1, this.makes), share: this.share });
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    for (const part of [this.stored.saving, this.arrivals, this.run]) part.dispose();
    void this.#scope.dispose();
  }

  /** Reads it, also again after a failure. */
  async open(): Promise<void> {
    this.state = 'loading';
    try {
      const row = await this.stored.read(true);
      if (row === null) return;
      this.stored.take(row);
      this.begin();
      // Wait briefly for the first responses, so that the page is rendered once instead of twice.
      await when(() => !this.isAwaitingFirst, { timeout: FIRST_ANSWERS }).catch(() => undefined);
      this.show();
    } catch (error) {
      runInAction(() => {
        this.failure = error;
        this.state = error instanceof HttpFailure && error.status === 404 ? 'missing' : 'failed';
      });
    }
  }

  private show(): void {
    this.state = 'ready';
  }

  private begin(): void {
    const { stored } = this;
    const { events } = this.tools;
    const ask = () => this.followUp();
    this.stops.push(
      events.on(projectChanged, stored.heard, () => void stored.catchUp(Infinity)),
      reaction(() => materialsOf(this.project), this.materials.want, {
        fireImmediately: true,
        equals: compareStructural,
      }),
      reaction(() => [planKey(this.project), this.materials.changes, this.run.count, this.run.share] as const, ask, {
        fireImmediately: true,
        equals: compareStructural,
      }),
      reaction(
        () => this.access.state,
        (state) => {
          // Another failure is reported on its own.
          if (state === 'open') this.openLibrary().catch(() => undefined);
        },
        { fireImmediately: this.tools.library() === undefined },
      ),
      this.preview.follow(),
      reaction(
        () => [this.id, this.run.count] as const,
        ([id, count]) => {
          if (id !== null) this.tools.counts.write(id, count);
        },
        { equals: compareStructural },
      ),
    );
  }

  /** Restarts the library and loads the clips again. */
  async openLibrary(): Promise<void> {
    await this.tools.openLibrary();
    const library = this.tools.library();
    if (library === undefined) return;
    this.materials.connect(library);
    this.materials.want(materialsOf(this.project));
  }

  /** Measures and plans again. */
  retry(): void {
    if (this.state === 'ready') this.followUp();
  }

  /** Whether the clips or the first combination are still being loaded. */
  private get isAwaitingFirst(): boolean {
    const { plan } = this.preview;
    const isPlanned = plan.planned !== null || plan.failure !== null || !this.isShowable || this.tools.isLocked();
    return !isPlanned || materialsOf(this.project).some((material) => this.materials.isAwaited(material));
  }

  private followUp(): void {
    if (this.tools.isLocked()) return;
    const { id, run } = this;
    const { count, share } = run;
    const document = savable(this.project);
    const limit = share === null ? {} : { share: Math.min(share, this.mostShared) };
    this.measurement.ask({ document, projectId: id, count, ...limit });
    const { plan } = this.preview;
    if (!this.isShowable) plan.clear();
    else plan.ask({ document, projectId: id, count: Math.min(count, MAX_PREVIEWED), ...limit });
  }
}

function materialsOf({ groups, music }: MixProject): string[] {
  const clips = groups.flatMap(({ materials }) => materials.map(({ material }) => material));
  return [...new Set(music === null ? clips : [...clips, music.material])];
}
