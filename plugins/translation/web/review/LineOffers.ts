import { runInAction } from 'mobx';

import type { Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { suggest, type Line, type Origin } from '#plugins/translation/calls.ts';

/** Another translation of a line. */
export interface Suggestion {
  text: string;
  origin: Origin;
  score: number | null;
  of: string;
}

/** Which line is worked on, and what stands in lines. */
interface ReviewedLine {
  place(): { project: string | null; language: string | null; selected: string | null };
  textOf(line: Line): string;
}

/** What else could stand in the selected line. Observable. */
export class LineOffers {
  /** Null until it was asked for. */
  offered: readonly Suggestion[] | null = null;
  isAsking = false;

  constructor(
    private readonly http: Http,
    private readonly review: ReviewedLine,
  ) {
    observableStore(this);
  }

  /** Asks for what is remembered, and on demand for others of the service. */
  async ask(line: Line, engine: boolean): Promise<void> {
    const { project, language } = this.review.place();
    if (project === null || language === null || this.isAsking) return;
    this.isAsking = true;
    try {
      const params = { id: project, language, cue: line.cue };
      const than = [this.review.textOf(line)].filter((text) => text !== '');
      const { items } = await this.http.call(suggest, { params, body: { engine, than } });
      runInAction(() => {
        if (this.review.place().selected !== line.cue) return;
        this.offered = items.filter(({ text }) => text !== this.review.textOf(line));
      });
    } finally {
      runInAction(() => (this.isAsking = false));
    }
  }

  forget(): void {
    this.offered = null;
  }
}
