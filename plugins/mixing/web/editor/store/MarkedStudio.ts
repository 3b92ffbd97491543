import type { PreviewDeaths } from '#plugins/mixing/web/preview/preview-deaths.ts';
import type { PreviewStudio } from '#plugins/mixing/web/preview/preview-engine.ts';

/** Why there is no studio: a page has died of a preview, or this one was left meanwhile. */
type NoStudio = 'died' | 'left';

/** A studio in a page that is marked for as long as it is in use. */
export class MarkedStudio {
  private loaded: Promise<PreviewStudio> | null = null;
  private entered: { studio: Promise<PreviewStudio | NoStudio>; left: AbortController } | null = null;

  constructor(
    private readonly deaths: Pick<PreviewDeaths, 'happened' | 'mark'>,
    private readonly fetch: () => Promise<PreviewStudio>,
  ) {}

  /** Fetches its code, which shows nothing yet. */
  load(): Promise<PreviewStudio> {
    if (this.loaded !== null) return this.loaded;
    const loading = this.fetch();
    this.loaded = loading;
    // Another try may reach it.
    loading.catch(() => {
      if (this.loaded === loading) this.loaded = null;
    });
    return loading;
  }

  /** Marks the page, unless one has died of a preview. */
  enter(): Promise<PreviewStudio | NoStudio> {
    if (this.entered !== null) return this.entered.studio;
    const left = new AbortController();
    const entered = { studio: this.mark(left.signal), left };
    this.entered = entered;
    const forget = (): void => {
      if (this.entered === entered) this.entered = null;
    };
    entered.studio.then((studio) => (typeof studio === 'string' ? forget() : undefined), forget);
    return entered.studio;
  }

  /** Takes the mark away and closes the files. */
  leave(): void {
    this.entered?.left.abort();
    this.entered = null;
    this.loaded?.then((studio) => studio.dispose()).catch(() => undefined);
    this.loaded = null;
  }

  private async mark(left: AbortSignal): Promise<PreviewStudio | NoStudio> {
    const [studio, hasDied] = await Promise.all([this.load(), this.deaths.happened()]);
    if (left.aborted) return 'left';
    if (hasDied) return 'died';
    const unmark = await this.deaths.mark();
    if (left.aborted) {
      unmark();
      return 'left';
    }
    left.addEventListener('abort', unmark);
    return studio;
  }
}
