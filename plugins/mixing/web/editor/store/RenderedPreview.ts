import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { readRenderedPreview, renderMixPreview, type MixPreview } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';

/** Milliseconds between two looks at how far it is. */
const LOOK_AFTER = 700;

/** A combination that the server renders for a browser that cannot show it by itself. Observable. */
export class RenderedPreview {
  state: 'none' | 'working' | 'ready' | 'failed' = 'none';
  /** 0 to 1; never goes back while one is rendered. */
  progress = 0;
  url: string | null = null;
  /** Why it failed, as a sentence; null when it did not, or nobody knows. */
  error: string | null = null;

  private asking: AbortController | null = null;

  constructor(private readonly http: Pick<Http, 'call'>) {
    observableStore(this);
  }

  /** Renders a combination and waits for it. */
  async render(document: MixProject, preview: MixPreview): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const options = { signal: asking.signal, handlesErrors: true };
    this.take({ state: 'working', progress: 0, url: null, error: null });
    try {
      let told = await this.http.call(renderMixPreview, { body: { document, preview } }, options);
      this.take(told);
      while (told.state === 'working') {
        await pause(LOOK_AFTER, asking.signal);
        if (asking.signal.aborted) return;
        told = await this.http.call(readRenderedPreview, { params: { id: told.id } }, options);
        this.take(told);
      }
    } catch (error) {
      if (asking.signal.aborted) return;
      const text = error instanceof HttpFailure && error.message !== '' ? error.message : null;
      this.take({ state: 'failed', progress: 0, url: null, error: text });
    }
  }

  /** Forgets it, as when the project has changed. */
  clear(): void {
    this.asking?.abort();
    this.asking = null;
    this.state = 'none';
    this.progress = 0;
    this.url = null;
    this.error = null;
  }

  dispose(): void {
    this.asking?.abort();
  }

  private take(told: Pick<this, 'progress' | 'url' | 'error'> & { state: 'working' | 'ready' | 'failed' }): void {
    this.progress =
      told.state === 'working' && told.progress > 0 ? Math.max(this.progress, told.progress) : told.progress;
    this.state = told.state;
    this.url = told.url;
    this.error = told.error;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
