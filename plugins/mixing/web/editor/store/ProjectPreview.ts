import { compareStructural, reaction } from 'mobx';

import type { Events } from '#core/web/events/events.ts';
import type { Http } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';

import { partAt } from '#plugins/mixing/dubbing.ts';
import { projectTexts } from '#plugins/mixing/project-texts.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import type { PreviewDeaths } from '#plugins/mixing/web/preview/preview-deaths.ts';
import type { PreviewComposition } from '#plugins/mixing/web/preview/preview-engine.ts';
import { LivePreview } from './LivePreview.ts';
import { PreviewFonts } from './PreviewFonts.ts';
import { overlappingTexts } from './overlapping-texts.ts';
import { focusOf, type PreviewFocus, type Work } from './preview-focus.ts';
import { compositionOf } from './preview-composition.ts';
import { ProjectEffects } from './ProjectEffects.ts';
import { PreviewPlan } from './PreviewPlan.ts';
import { RenderedPreview } from './RenderedPreview.ts';
import { savable } from './savable-project.ts';
import { VoiceSample } from './VoiceSample.ts';

/** Milliseconds in which what is typed is gathered before its fonts are fetched. */
const FONTS_AFTER = 300;

const NOTHING = (): void => undefined;

export interface ProjectPreviewOptions {
  scope: Scope;
  http: Pick<Http, 'call'>;
  events: Pick<Events, 'on' | 'connected'>;
  i18n: Pick<I18n, 'language'>;
  deaths: PreviewDeaths;
  /** Whether the project can only be looked at: then nothing is asked for its texts. Observable. */
  isLocked(): boolean;
  /** What is edited. Observable. */
  project(): MixProject;
  /** What somebody works on. Observable. */
  work(): Work;
  /** Where the bytes of a material are; undefined while that is not known. Observable. */
  urlOf(material: string): string | undefined;
}

/** The preview of a project: one combination of it, live or rendered, with sound. Observable. */
export class ProjectPreview {
  readonly plan: PreviewPlan;
  readonly live: LivePreview;
  readonly rendered: RenderedPreview;
  readonly voice: VoiceSample;
  readonly fonts: PreviewFonts;
  readonly effects: ProjectEffects;

  private shots = '';

  constructor(private readonly options: ProjectPreviewOptions) {
    const { scope, http, deaths } = options;
    this.live = new LivePreview(deaths);
    this.plan = new PreviewPlan(scope, options);
    this.rendered = new RenderedPreview(scope, http);
    this.voice = new VoiceSample(scope, http);
    this.fonts = new PreviewFonts(scope, http);
    this.effects = new ProjectEffects(scope, options);
    scope.own(() => this.live.dispose());
    observableStore(this);
  }

  /** Whether the browser shows it itself. */
  get isLive(): boolean {
    return this.live.isShown && this.effects.undrawn === null;
  }

  /** What is worked on, as the current combination shows it; null where it does not. */
  get focus(): PreviewFocus | null {
    const { planned } = this.plan;
    return planned === null ? null : focusOf(this.options.project(), planned, this.options.work());
  }

  /** The current combination, as the browser plays it; null while there is none. */
  get composition(): PreviewComposition | null {
    const planned = this.focus?.shown ?? this.plan.planned;
    if (planned === null) return null;
    const project = savable(this.options.project());
    const texts = project.titles?.texts ?? [];
    const usual = texts[planned.position % Math.max(1, texts.length)] ?? null;
    const title = this.focus?.title ?? usual;
    const { urlOf } = this.options;
    return compositionOf(
      project,
      { ...planned, title },
      {
        ...{ urlOf, voice: this.voice.spoken?.url ?? null, fonts: this.fonts.loaded },
        effectOf: this.effects.previewOf,
      },
    );
  }

  /** What the current combination says; null for nothing. */
  get said() {
    return partAt(this.options.project().dubbing, this.plan.planned?.position ?? 0);
  }

  /** Whose texts lie on others in the current combination; see {@link overlappingTexts}. */
  get overlapping(): ReadonlySet<string> {
    const { planned } = this.plan;
    if (planned === null) return new Set();
    return overlappingTexts(this.options.project(), { ...planned, title: this.focus?.title ?? planned.title });
  }

  /** Shows from now on what changes. @returns stops it */
  follow(): () => void {
    let unfollow: () => void = NOTHING;
    const stops = [
      reaction(
        () => this.composition,
        (composition) => this.show(composition),
        { fireImmediately: true, equals: compareStructural },
      ),
      reaction(
        () => {
          const { focus } = this;
          return focus === null ? null : { key: focus.key, repeated: focus.repeated };
        },
        (focus) => this.live.follow(focus),
        { fireImmediately: true, equals: compareStructural },
      ),
      reaction(
        () => this.isLive,
        (isLive) => {
          if (!isLive) this.live.pause();
        },
      ),
      reaction(
        () => this.effects.isUsed,
        (isUsed) => {
          unfollow();
          unfollow = isUsed && !this.options.isLocked() ? this.effects.follow() : NOTHING;
        },
        { fireImmediately: true },
      ),
      () => unfollow(),
      reaction(
        () => (this.options.isLocked() ? null : this.said),
        (said) => this.voice.follow(said),
        { fireImmediately: true, equals: compareStructural },
      ),
      reaction(
        () => projectTexts(savable(this.options.project())),
        (texts) => {
          if (this.live.isPossible && !this.options.isLocked()) this.fonts.want(texts);
        },
        { fireImmediately: true, equals: compareStructural, delay: FONTS_AFTER },
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Shows another planned combination. */
  async shuffle(): Promise<void> {
    this.rendered.clear();
    await this.plan.shuffle();
  }

  /** Renders the current combination on the server. */
  render(): void {
    const { planned } = this.plan;
    if (planned !== null) this.rendered.render(savable(this.options.project()), planned);
  }

  private show(composition: PreviewComposition | null): void {
    this.rendered.clear();
    const shots = JSON.stringify(this.plan.planned?.shots.map(({ material, window }) => [material, window]) ?? []);
    const isOther = shots !== this.shots;
    this.shots = shots;
    this.live.show(composition, isOther);
  }
}
