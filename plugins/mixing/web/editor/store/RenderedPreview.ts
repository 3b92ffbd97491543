import type { CallData } from '#core/contract/call.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { LiveAnswer } from '#core/web/live/LiveAnswer.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';

import { readRenderedPreview, renderMixPreview, type MixPreview } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';

type Rendering = CallData<typeof readRenderedPreview>;

/** Milliseconds between two polls of the progress. */
const POLL = 700;

/** A combination that the server renders for a browser that cannot show it by itself. Observable. */
export class RenderedPreview {
  private readonly rendering: LiveAnswer<{ document: MixProject; preview: MixPreview }, Rendering>;

  constructor(scope: Scope, http: Pick<Http, 'call'>) {
    this.rendering = new LiveAnswer(
      scope,
      async (body, signal, before) => {
        const options = { signal, handlesErrors: true };
        if (before === null) return await http.call(renderMixPreview, { body }, options);
        const next = await http.call(readRenderedPreview, { params: { id: before.id } }, options);
        return next.state === 'working' ? { ...next, progress: Math.max(before.progress, next.progress) } : next;
      },
      { every: () => (this.state === 'working' ? POLL : null) },
    );
    observableStore(this);
  }

  get state(): 'none' | 'working' | 'ready' | 'failed' {
    const { question, failure, isLoading } = this.rendering;
    if (question === null) return 'none';
    if (failure !== null && !isLoading) return 'failed';
    return this.current?.state ?? 'working';
  }

  /** 0 to 1; never decreases during a rendering. */
  get progress(): number {
    return this.current?.progress ?? 0;
  }

  get url(): string | null {
    return this.current?.url ?? null;
  }

  /** Why it failed, as a sentence; null when it did not, or for an unknown reason. */
  get error(): string | null {
    const error = this.rendering.failure?.error;
    if (error === undefined) return this.current?.error ?? null;
    return error instanceof HttpFailure && error.message !== '' ? error.message : null;
  }

  /** Renders a combination. */
  render(document: MixProject, preview: MixPreview): void {
    this.rendering.ask({ document, preview });
  }

  /** Forgets it, because the project has changed. */
  clear(): void {
    this.rendering.clear();
  }

  private get current(): Rendering | null {
    return this.rendering.isCurrent ? this.rendering.answer : null;
  }
}
