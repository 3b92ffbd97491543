import { plainText } from '#core/contract/timed-text/timed-cue.ts';
import type { SubtitleFormat } from '#core/contract/timed-text/read-text.ts';
import { copyText } from '#core/web/copy-text.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { choiceFilter, wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { saveBlob } from '#core/web/save-blob.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import { MATERIALS } from '#plugins/materials/api.ts';

import { createText, exportSheet, listTexts, readText, removeTexts, TEXT_STATES } from '#plugins/copywriting/calls.ts';
import type { ListedText } from '#plugins/copywriting/calls.ts';
import { textsChanged } from '#plugins/copywriting/events.ts';
import { TEXT_LIMITS } from '#plugins/copywriting/limits.ts';
import type { Imported, ImportInto } from '../files/ImportDialog.tsx';
import { saveSheet, stemOf, textFile } from '#core/web/subtitle-files.ts';

/** Where a text is edited. */
export const textAddress = (id: string, at?: number | null): string =>
  `/material/copywriting/${id}${at === undefined || at === null ? '' : `?at=${at}`}`;

/** The texts of the account. */
export class TextsStore {
  readonly words = wordsFilter();
  readonly state = choiceFilter('state', TEXT_STATES);
  readonly filters = new ListFilters([this.words, this.state]);
  readonly texts: LiveList<ListedText>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(ROUTER) private readonly router: Router,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.texts = new LiveList(
      context.scope,
      ({ cursor, limit, signal }) => {
        const query = { limit, cursor, q: this.words.value || undefined, state: this.state.value ?? undefined };
        return http.call(listTexts, { query }, { signal, handlesErrors: true });
      },
      { events, follows: [eventTrigger(textsChanged)], query: () => this.filters.texts },
    );
    this.import = this.import.bind(this);
    this.time = this.time.bind(this);
    this.remove = this.remove.bind(this);
  }

  /** Reads a file of subtitles into a text of its own, and opens it. */
  async import(): Promise<void> {
    const into: ImportInto = { seconds: null, language: 'zh-CN', replaces: false };
    const imported = await this.dialogs.open<Imported>('copywriting/import', into);
    if (imported === undefined) return;
    const body = { name: imported.name.slice(0, TEXT_LIMITS.name), from: 'file' as const, language: 'zh-CN' };
    const { id } = await this.http.call(createText, { body: { ...body, cues: imported.cues } });
    await this.router.go(textAddress(id));
  }

  /** Asks for a video whose text is known, and opens a text of it to be pasted and timed. */
  async time(): Promise<void> {
    const [video] = (await this.context.tryGet(MATERIALS)?.pick({ kind: 'video' })) ?? [];
    if (video === undefined) return;
    const body = { name: video.name.slice(0, TEXT_LIMITS.name), from: 'typed' as const, language: 'zh-CN', cues: [] };
    const { id } = await this.http.call(createText, { body: { ...body, materialId: video.id } });
    await this.router.go(`${textAddress(id)}?timing=1`);
  }

  async describe(text: ListedText): Promise<void> {
    if ((await this.dialogs.open('copywriting/facts', { text })) === undefined) return;
    this.texts.refresh();
    this.tell('copywriting:saved');
  }

  async copy({ id }: ListedText): Promise<void> {
    const { cues } = await this.http.call(readText, { params: { id } });
    const isCopied = await copyText(plainText(cues));
    this.tell(isCopied ? 'copywriting:copied' : 'copywriting:not-copied', {}, isCopied ? 'success' : 'warning');
  }

  async export({ id, name }: ListedText, format: SubtitleFormat): Promise<void> {
    if (format === 'xlsx') {
      const { base64 } = await this.http.call(exportSheet, { params: { id } });
      saveSheet(base64, stemOf(name));
      return;
    }
    const { cues } = await this.http.call(readText, { params: { id } });
    saveBlob(textFile(cues, format), `${stemOf(name)}.${format}`);
  }

  async remove(texts: readonly ListedText[]): Promise<void> {
    const count = texts.length;
    const isAgreed = await this.dialogs.confirm({
      ...{ title: 'copywriting:remove-ask', text: 'copywriting:remove-text', confirm: 'copywriting:remove-confirm' },
      ...{ params: { count }, destructive: true },
    });
    if (!isAgreed) return;
    const ids = texts.map(({ id }) => id);
    const { removed } = await this.http.call(removeTexts, { body: { ids } });
    this.texts.refresh();
    if (removed > 0) this.tell('copywriting:removed', { count: removed });
  }

  private tell(
    key: 'copywriting:saved' | 'copywriting:copied' | 'copywriting:not-copied' | 'copywriting:removed',
    params = {},
    kind: 'success' | 'warning' = 'success',
  ): void {
    this.toasts.show({ kind, text: () => this.context.t(key, params) });
  }
}
