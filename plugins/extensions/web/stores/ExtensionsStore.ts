import { pluginsChanged } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { PLUGINS, type Plugins } from '#core/web/plugins/plugins.ts';
import { TRACE, type Trace } from '#core/web/trace/trace.ts';

import { listExtensions, type Extension } from '#plugins/extensions/calls.ts';
import { extensionStatus, titleOf, type ExtensionStatus } from '../parts/describe-extension.ts';
import { costsOf, sizeOf, type PluginCost } from '../parts/plugin-cost.ts';

export const FILTERS = ['all', 'outside', 'faults', 'off'] as const;
export type Filter = (typeof FILTERS)[number];
export const SORTS = ['title', 'faults', 'size', 'time', 'installed'] as const;
export type Sort = (typeof SORTS)[number];

/** A plugin as the list shows it. */
export interface ListedExtension {
  id: string;
  title: string;
  extension: Extension;
  status: ExtensionStatus;
  cost: PluginCost | undefined;
  size: number | null;
}

/** All plugins of the installation, searched, narrowed and sorted. */
export class ExtensionsStore {
  text = '';
  filter: Filter = 'all';
  sort: Sort = 'title';

  readonly extensions: LiveValue<readonly Extension[]>;

  constructor(
    @inject(HTTP) http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGINS) private readonly plugins: Plugins,
    @inject(TRACE) private readonly trace: Trace,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    const read = async (signal: AbortSignal): Promise<readonly Extension[]> => {
      const { items } = await http.call(listExtensions, {}, { signal, handlesErrors: true });
      // Titles of what this session's index does not list, such as plugins that are off, are in their own texts.
      const nameless = items.filter((item) => item.texts === null && titleOf(item, i18n) === item.manifest.id);
      await Promise.allSettled(nameless.map(({ manifest }) => i18n.load(manifest.id)));
      return items;
    };
    this.extensions = new LiveValue(scope, read, { events, follows: [eventTrigger(pluginsChanged)] });
    observableStore(this);
  }

  /** Null until they were read. */
  get all(): readonly ListedExtension[] | null {
    const costs = costsOf(this.trace.spans);
    return (
      this.extensions.value?.map((extension) => {
        const { id } = extension.manifest;
        const cost = costs.get(id);
        const status = extensionStatus(extension, this.plugins.find(id));
        return { id, title: titleOf(extension, this.i18n), extension, status, cost, size: sizeOf(extension, cost) };
      }) ?? null
    );
  }

  /** Those that are searched for and not filtered out, in order. */
  get shown(): readonly ListedExtension[] {
    const wanted = this.text.trim().toLowerCase();
    return (this.all ?? [])
      .filter((listed) => passes(listed, this.filter))
      .filter(({ id, title }) => `${id} ${title}`.toLowerCase().includes(wanted))
      .toSorted((a, b) => this.compare(a, b));
  }

  /** How many each filter lets through. */
  get counts(): Readonly<Record<Filter, number>> {
    const all = this.all ?? [];
    const count = (filter: Filter): number => all.filter((listed) => passes(listed, filter)).length;
    return { all: all.length, outside: count('outside'), faults: count('faults'), off: count('off') };
  }

  get isNarrowed(): boolean {
    return this.text.trim() !== '' || this.filter !== 'all';
  }

  find(id: string): Extension | undefined {
    return this.extensions.value?.find(({ manifest }) => manifest.id === id);
  }

  type(text: string): void {
    this.text = text;
  }

  choose(filter: Filter): void {
    this.filter = filter;
  }

  sortBy(sort: Sort): void {
    this.sort = sort;
  }

  clear(): void {
    this.text = '';
    this.filter = 'all';
  }

  /** What the server answered to a change takes the place of what is listed. */
  take(extension: Extension): void {
    const { id } = extension.manifest;
    this.extensions.update((all) =>
      all.some(({ manifest }) => manifest.id === id)
        ? all.map((item) => (item.manifest.id === id ? extension : item))
        : [...all, extension],
    );
  }

  drop(id: string): void {
    this.extensions.update((all) => all.filter(({ manifest }) => manifest.id !== id));
  }

  private compare(a: ListedExtension, b: ListedExtension): number {
    return BY[this.sort](a, b) || a.title.localeCompare(b.title, this.i18n.language) || a.id.localeCompare(b.id);
  }
}

function passes({ extension }: ListedExtension, filter: Filter): boolean {
  if (filter === 'outside') return extension.origin !== 'shipped';
  if (filter === 'off') return extension.disabled;
  return filter === 'all' || hasTrouble(extension);
}

/** Whether somebody should look at it. */
export function hasTrouble({ faults, blocked, server, waiting }: Extension): boolean {
  const waits = waiting.grants.length + waiting.calls.length > 0;
  return faults > 0 || blocked !== null || server?.state === 'failed' || waits;
}

const BY: Readonly<Record<Sort, (a: ListedExtension, b: ListedExtension) => number>> = {
  title: () => 0,
  faults: (a, b) => b.extension.faults - a.extension.faults,
  size: (a, b) => (b.size ?? -1) - (a.size ?? -1),
  time: (a, b) => timeOf(b) - timeOf(a),
  installed: (a, b) => (b.extension.installed?.at ?? '').localeCompare(a.extension.installed?.at ?? ''),
};

function timeOf({ cost }: ListedExtension): number {
  return cost === undefined ? -1 : (cost.load ?? 0) + (cost.activate ?? 0);
}
