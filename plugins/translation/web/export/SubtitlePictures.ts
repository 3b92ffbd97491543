import { runInAction } from 'mobx';

import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { drawSubtitle } from '#plugins/translation/calls.ts';
import type { SubtitleStyle } from '#plugins/translation/subtitle-style.ts';

/** A line as it will be burned in. */
export interface SubtitlePicture {
  picture: string;
  missing: readonly { character: string; package: string }[];
}

/** Which line is drawn, and how. */
export interface WantedPicture {
  project: string;
  language: string;
  second: string | null;
  cue: string;
  style: SubtitleStyle;
  at: number;
  /** Of the project's lines. */
  revision: number;
}

/** Pictures that are kept. */
const KEPT = 60;
/** Milliseconds after the last change until a picture is asked for. */
const AFTER = 120;

/** Lines as the server draws them, by the same means as in a video. Observable. */
export class SubtitlePictures {
  private pictures: ReadonlyMap<string, SubtitlePicture> = new Map();
  /** What is wanted just now. */
  private wanted = '';
  private asked = new Set<string>();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  /** A picture, if it is there. */
  of(wanted: WantedPicture): SubtitlePicture | undefined {
    return this.pictures.get(JSON.stringify(wanted));
  }

  /** Asks for a picture, unless another one is wanted by then. */
  want(wanted: WantedPicture): void {
    const key = JSON.stringify(wanted);
    this.wanted = key;
    if (this.pictures.has(key) || this.asked.has(key)) return;
    this.context.scope.after(AFTER, () => {
      if (this.wanted === key && !this.asked.has(key)) void this.ask(key, wanted);
    });
  }

  private async ask(key: string, wanted: WantedPicture): Promise<void> {
    const { project, language, second, cue, style, at } = wanted;
    const body = { language, second, cue, style, at };
    this.asked.add(key);
    try {
      const drawn = await this.http.call(drawSubtitle, { params: { id: project }, body }, { handlesErrors: true });
      runInAction(() => {
        const kept = [...this.pictures].slice(-KEPT + 1);
        this.pictures = new Map([...kept, [key, drawn]]);
      });
    } catch (error) {
      this.context.log.info('a subtitle was not drawn', error);
    } finally {
      this.asked.delete(key);
    }
  }
}
