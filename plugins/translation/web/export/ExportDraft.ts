import { runInAction } from 'mobx';

import type { Cost } from '#core/contract/price.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { OutputFolder } from '#core/web/tools/OutputFolder.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import { readLines, readProject, startExport, type Line, type Project } from '#plugins/translation/calls.ts';
import { translationChanged } from '#plugins/translation/events.ts';
import {
  exportOptionsSchema,
  hasOtherLength,
  isTogether,
  type ExportOptions,
} from '#plugins/translation/export-options.ts';
import type { SubtitleStyle } from '#plugins/translation/subtitle-style.ts';
import { EXPORTS_AT } from './addresses.ts';

/** Characters of a project's name in that of a folder. */
const LONGEST_FOLDER = 40;

/** What becomes of a project's languages in its video. How it looks stays for the next project. Observable. */
export class ExportDraft {
  project: Project | null = null;
  /** The project's video. */
  original: Material | null = null;
  /** The copy of it that is shown in its place. */
  private other: Material | null = null;
  failure: unknown = null;
  options: ExportOptions = exportOptionsSchema.parse({});
  /** Languages that are exported, in the order of the project. */
  chosen: readonly string[] = [];
  /** The one that the preview shows. */
  shown: string | null = null;
  /** Lines of that one. */
  lines: readonly Line[] = [];
  agreed: Cost | null = null;
  isStarting = false;
  /** One more whenever lines may have changed. */
  revision = 0;
  readonly folder: OutputFolder;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const { t } = context;
    this.folder = new OutputFolder(async () =>
      context
        .tryGet(MATERIALS)
        ?.pickFolder({ title: t('translation:export.folder'), confirm: t('translation:export.folder-confirm') }),
    );
    observableStore(this);
  }

  /** Opens a project, and follows what is changed in it. @returns closes it */
  open(id: string): () => void {
    if (this.project?.id !== id) {
      this.project = null;
      this.original = null;
      this.other = null;
      this.chosen = [];
      this.shown = null;
      this.lines = [];
      this.options = { ...this.options, second: null, video: null };
    }
    this.failure = null;
    void this.load(id);
    const stop = this.events.on(
      translationChanged,
      (changed) => void (changed.id === id && this.load(id)),
      () => void this.load(id),
    );
    return () => void stop();
  }

  /** The video that is exported. */
  get material(): Material | null {
    return this.other ?? this.original;
  }

  /** Languages that can be exported, and how many of their lines have words. */
  get languages(): readonly { tag: string; lines: number }[] {
    const { project } = this;
    if (project === null) return [];
    const { from, lines, targets } = project;
    return [...targets.map(({ language, drafted }) => ({ tag: language, lines: drafted })), { tag: from, lines }];
  }

  /** Whether one video has all chosen languages. */
  get isTogether(): boolean {
    return isTogether(this.options, this.chosen);
  }

  /** How many videos come out. */
  get videos(): number {
    return this.isTogether ? 1 : this.chosen.length;
  }

  /** Seconds in which a subtitle is seen, which alone are encoded again. */
  get coveredSeconds(): number {
    let [sum, until] = [0, 0];
    for (const { start, end } of this.lines) {
      sum += Math.max(0, end - Math.max(start, until));
      until = Math.max(until, end);
    }
    return sum / 1000;
  }

  async load(id: string): Promise<void> {
    try {
      const project = await this.http.call(readProject, { params: { id } }, { handlesErrors: true });
      const { materialId } = project;
      const found = materialId === null ? undefined : await this.context.tryGet(MATERIALS)?.find([materialId]);
      runInAction(() => {
        const isFirst = this.project?.id !== id;
        this.project = project;
        this.original ??= found?.get(materialId ?? '') ?? null;
        this.revision += 1;
        if (isFirst) this.choose(this.languages.filter(({ tag, lines }) => tag !== project.from && lines > 0));
      });
      await this.readShown();
    } catch (error) {
      runInAction(() => (this.failure = error));
    }
  }

  /** Asks for another copy of the video, such as one without its old subtitles. */
  async pickVideo(): Promise<void> {
    const { material, original } = this;
    const picked = await this.context.tryGet(MATERIALS)?.pick({
      kind: 'video',
      ...(material === null ? {} : { chosen: [material.id] }),
      refuse: (video) =>
        hasOtherLength(video, original)
          ? this.context.t('translation:export.other-length', { name: video.name })
          : null,
    });
    const [video] = picked ?? [];
    if (video !== undefined) runInAction(() => this.showInstead(video.id === original?.id ? null : video));
  }

  /** Shows a copy of the video in its place; null shows itself. */
  showInstead(video: Material | null): void {
    this.other = video;
    this.set({ video: video?.id ?? null });
  }

  /** Chooses exactly these languages. */
  choose(languages: readonly { tag: string }[]): void {
    const wanted = new Set(languages.map(({ tag }) => tag));
    this.chosen = this.languages.flatMap(({ tag, lines }) => (wanted.has(tag) && lines > 0 ? [tag] : []));
    if (this.shown === null || !wanted.has(this.shown)) this.show(this.chosen[0] ?? null);
  }

  toggle(language: string): void {
    const others = this.chosen.filter((tag) => tag !== language);
    const next = others.length < this.chosen.length ? others : [...others, language];
    this.choose(next.map((tag) => ({ tag })));
  }

  show(language: string | null): void {
    if (language === this.shown) return;
    this.shown = language;
    this.lines = [];
    void this.readShown().catch((error: unknown) => this.context.log.info('lines of a preview were not read', error));
  }

  set(change: Partial<ExportOptions>): void {
    this.options = { ...this.options, ...change };
  }

  setStyle(change: Partial<SubtitleStyle>): void {
    this.set({ style: { ...this.options.style, ...change } });
  }

  agree(cost: Cost | null): void {
    this.agreed = cost;
  }

  async start(): Promise<void> {
    const { project, chosen, options, agreed } = this;
    if (project === null || chosen.length === 0 || this.isStarting) return;
    this.isStarting = true;
    try {
      const name = [...project.name].slice(0, LONGEST_FOLDER).join('');
      const folder = this.folder.from(this.context.t('translation:export.folder-name', { name }));
      const body = { ...options, languages: [...chosen], folder, agreed };
      const { id } = await this.http.call(startExport, { params: { id: project.id }, body });
      await this.context.get(ROUTER).go(EXPORTS_AT.run(id));
    } finally {
      runInAction(() => (this.isStarting = false));
    }
  }

  private async readShown(): Promise<void> {
    const { project, shown } = this;
    if (project === null || shown === null) return;
    // The source stands beside every translation.
    const language = shown === project.from ? (project.targets[0]?.language ?? shown) : shown;
    const { lines } = await this.http.call(
      readLines,
      { params: { id: project.id, language } },
      { handlesErrors: true },
    );
    runInAction(() => {
      if (this.shown !== shown || this.project?.id !== project.id) return;
      const isSource = shown === project.from;
      this.lines = lines.filter(({ text, state }) => isSource || (state !== 'open' && text.trim() !== ''));
    });
  }
}
