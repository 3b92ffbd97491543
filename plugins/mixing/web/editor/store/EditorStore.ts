import { runInAction, when } from 'mobx';

import { createScope } from '#core/web/create-scope.ts';
import { HttpFailure } from '#core/web/http/http.ts';
import type { AccessLock } from '#core/web/lock.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { randomUuid } from '#core/web/random-uuid.ts';

import type { MaterialsLibrary } from '#plugins/materials/api.ts';
import { announcePresence } from '#plugins/mixing/calls.ts';
import { brokenRules, type BrokenRule } from '#plugins/mixing/project-rules.ts';
import { LARGEST_MATERIAL, type MixGroup, type MixProject } from '#plugins/mixing/project.ts';
import { Arrivals } from './Arrivals.ts';
import { ChosenClips } from './ChosenClips.ts';
import { change, MAX_CLIPS, removePlaced, type Edit, type MixClip } from './edit-project.ts';
import type { EditorTools } from './editor-tools.ts';
import { EditHistory } from './EditHistory.ts';
import { followProject, isAwaitingFirst, measureAndPlan } from './follow-project.ts';
import { materialsOf } from './materials-of.ts';
import type { LibraryAccess } from './library-access.ts';
import { Measurement } from './Measurement.ts';
import { newProject } from './new-project.ts';
import { OtherWindows } from './OtherWindows.ts';
import { placeArrivals } from './place-arrivals.ts';
import { ProjectMaterials } from './ProjectMaterials.ts';
import { ProjectPreview } from './ProjectPreview.ts';
import { ProjectYield } from './ProjectYield.ts';
import type { ProjectSaving } from './ProjectSaving.ts';
import { RunPanel } from './RunPanel.ts';
import { savable } from './savable-project.ts';
import { StoredProject } from './StoredProject.ts';
import { TemplateChoice } from './TemplateChoice.ts';
import { WorkPlace } from './WorkPlace.ts';

/** Maximum milliseconds that the page waits for the first responses. */
const FIRST_ANSWERS = 150;

/** An open mix project: the edited document and everything derived from it. Observable. */
export class EditorStore {
  state: 'loading' | 'ready' | 'failed' | 'missing' = 'loading';
  /** Why it could not be read. */
  failure: unknown = null;
  /** Empty fields are shown as faults once the user has tried to start a run. */
  isAlarmed = false;

  /** Distinguishes this opening of the project from others. */
  readonly key = randomUuid();
  readonly history: EditHistory<MixProject>;
  readonly stored: StoredProject;
  readonly materials: ProjectMaterials;
  readonly arrivals: Arrivals;
  readonly measurement: Measurement;
  readonly preview: ProjectPreview;
  readonly run: RunPanel;
  readonly yields: ProjectYield;
  readonly chosen: ChosenClips;
  readonly choice: TemplateChoice;
  readonly others: OtherWindows;
  readonly work: WorkPlace;

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
      rebase: this.history.rebase,
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
      ...{ scope, http, events, i18n, deaths: tools.deaths },
      isLocked: () => this.lock !== null,
      project: () => this.project,
      work: () => this.work,
      urlOf: (material) => this.materials.get(material)?.url,
    });
    this.run = new RunPanel(http, tools.features, tools.freeOutputs, id === null ? null : tools.counts.read(id));
    this.yields = new ProjectYield({
      project: () => this.project,
      measurement: this.measurement,
      run: this.run,
      isComing: (material) => this.materials.isComing(material),
    });
    this.chosen = new ChosenClips(() => this.project);
    this.work = new WorkPlace(() => this.project.groups);
    this.others = new OtherWindows({
      events,
      projectId: () => this.id,
      tell: (projectId, body) => {
        // Nobody is in the way who can only look.
        if (this.lock !== null) return;
        const args = { params: { id: projectId }, body };
        http.call(announcePresence, args, { handlesErrors: true, keepalive: true }).catch(() => undefined);
      },
    });
    this.choice = new TemplateChoice(() => id === null && this.isEmpty);
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

  get rules(): readonly BrokenRule[] {
    const { spoken } = this.preview.voice;
    // While the project shows nothing, its videos have no length.
    const shortest = this.measurement.measured?.seconds.least || undefined;
    return brokenRules(this.project, { shortest, speech: spoken ?? undefined });
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

  /** What locks it, so that it can only be looked at; null while it can be edited. */
  get lock(): AccessLock | null {
    return this.tools.locked();
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

  groupOf(id: string): MixGroup | undefined {
    return this.project.groups.find((group) => group.id === id);
  }

  clipOf(group: string, material: string): MixClip | undefined {
    return this.groupOf(group)?.materials.find((clip) => clip.material === material);
  }

  /** @param kind what is edited, so that typing and dragging are one step; null for a step of its own */
  edit(edit: Edit, kind: string | null = null): void {
    if (!this.mayEdit()) return;
    const next = edit(this.project);
    if (next === this.project) return;
    this.history.set(next, kind, Date.now());
    this.stored.edited();
    this.preview.live.release();
  }

  undo(): void {
    if (!this.history.canUndo || !this.mayEdit()) return;
    this.history.undo();
    this.stored.edited();
  }

  redo(): void {
    if (!this.history.canRedo || !this.mayEdit()) return;
    this.history.redo();
    this.stored.edited();
  }

  /** Whether anything can be changed; if not, says what locks it. */
  mayEdit(): boolean {
    const { lock } = this;
    if (lock !== null) this.tools.features.offerUpgrade(lock);
    return lock === null;
  }

  /** Takes back what one drop of files has put into groups, also what is still on its way. */
  recall(batch: number): void {
    this.edit(removePlaced(this.arrivals.recall(batch)));
  }

  /** Starts a run, or goes to the first broken rule. @returns the run’s id; null when none was started */
  async make(): Promise<string | null> {
    this.isAlarmed = true;
    const [first] = this.rules;
    if (first !== undefined) {
      this.work.goTo(first.path);
      return null;
    }
    if (!this.run.unlock()) return null;
    if (!(await this.run.untilOnline())) return null;
    if (!(await this.saving.flush()) || this.id === null) return null;
    // A run refuses whatever the measurement refused, and gives the reason.
    return await this.run.start(this.id, { count: Math.max(1, this.yields.makes), share: this.yields.share });
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
      await when(() => !isAwaitingFirst(this, this.tools), {
        timeout: FIRST_ANSWERS,
        signal: this.#scope.signal,
      }).catch(() => undefined);
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
    this.stops.push(followProject(this, this.tools));
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
    if (this.state === 'ready') measureAndPlan(this, this.tools);
  }
}
