import { observable, runInAction } from 'mobx';

import { taskChanged } from '#core/contract/kernel-events.ts';
import type { Events } from '#core/web/events/events.ts';
import type { Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { openText, READ_TEXT, readingOf, type VideoText } from '#plugins/mask/calls.ts';

/** Where the text of videos is, as far as it is known. Observable. */
export class VideoTexts {
  private readonly known = observable.map<string, VideoText>({}, { deep: false });

  constructor(private readonly http: Http) {
    observableStore(this);
  }

  /** What is known; undefined before anybody asked. */
  of(id: string, language: string): VideoText | undefined {
    return this.known.get(readingOf(id, language));
  }

  /** Asks where the text of a video is, and has it read if nobody knows. A failure is told where it is shown. */
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

  /** Takes in how far reading is, and what was read. @returns stops that */
  follow(events: Events): () => void {
    const reading = (): string[] => [...this.known].flatMap(([key, { state }]) => (state === 'reading' ? [key] : []));
    const renew = (key: string): void => {
      const [id = '', language = ''] = key.split(':');
      void this.open(id, language);
    };
    const stop = events.on(
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
