import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { STORAGE, type BrowserStorage } from '#core/web/storage/storage.ts';

import { KINDS, type MaterialKind } from '#plugins/materials/calls.ts';
import { Library } from './Library.ts';
import { MaterialFeed } from './MaterialFeed.ts';

/** One library a kind, kept from page to page: each is found again as it was left. */
export class Libraries {
  private readonly byKind = new Map<MaterialKind, Library>();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(I18N) private readonly i18n: I18n,
    @inject(STORAGE) private readonly storage: BrowserStorage,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {}

  of(kind: MaterialKind): Library {
    const known = this.byKind.get(kind);
    if (known !== undefined) return known;
    const made = this.make(kind, this.storage);
    this.byKind.set(kind, made);
    return made;
  }

  /** One for a single use, such as a picker's; the caller disposes of it. */
  make(kind: MaterialKind, storage: BrowserStorage | null = null): Library {
    const { http, events, i18n, context } = this;
    const scope = context.scope.child(`library of ${kind}`);
    return new Library(kind, { scope, http, events, i18n, storage, feed: context.store(MaterialFeed) });
  }

  /** Those that were looked at. */
  get opened(): readonly Library[] {
    return KINDS.flatMap((kind) => this.byKind.get(kind) ?? []);
  }
}
