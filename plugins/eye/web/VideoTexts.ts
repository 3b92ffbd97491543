import { observable, runInAction } from 'mobx';

import { taskChanged } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import type { VideoTextsKnown } from '#plugins/eye/api.ts';
import { listTextLanguages, openText, READ_TEXT, readingOf, type VideoText } from '#plugins/eye/calls.ts';

/** Where the text of videos is, as far as it is known. Observable. */
export class VideoTexts implements VideoTextsKnown {
  languages: readonly string[] | null = null;
  private readonly known = observable.map<string, VideoText>({}, { deep: false });

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  of(id: string, language: string): VideoText | undefined {
    return this.known.get(readingOf(id, language));
  }

  async open(id: string, language: string, again = false): Promise<void> {
    if (!again && this.of(id, language)?.state === 'read') return;
    try {
      const text = await this.http.call(openText, { body: { id, language, again } }, { handlesErrors: true });
      runInAction(() => this.known.set(readingOf(id, language), text));
    } catch (error) {
      const said = error instanceof Error ? error.message : null;
      runInAction(() =>
        this.known.set(readingOf(id, language), { state: 'failed', progress: 0, cues: [], error: said }),
      );
    }
  }

  follow(): () => void {
    void this.http
      .call(listTextLanguages, {}, { handlesErrors: true })
      .then(({ languages }) => runInAction(() => (this.languages = languages.map(({ language }) => language))))
      .catch((error: unknown) => this.context.log.info('languages are not known', error));
    const reading = (): string[] => [...this.known].flatMap(([key, { state }]) => (state === 'reading' ? [key] : []));
    const renew = (key: string): void => {
      const [id = '', language = ''] = key.split(':');
      void this.open(id, language);
    };
    const stop = this.events.on(
      taskChanged,
      ({ job, subjectId, state, progress }) => {
        const key = reading().find((own) => own === subjectId);
        if (job !== READ_TEXT || key === undefined) return;
        if (state !== 'running') renew(key);
        else runInAction(() => this.known.set(key, { state: 'reading', progress, cues: [], error: null }));
      },
      () => reading().forEach(renew),
    );
    return () => void stop();
  }
}
