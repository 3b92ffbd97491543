import { action, observable } from 'mobx';

import type { DialogControl, Lazy } from '../define-web.ts';
import type { I18n } from '../i18n/i18n.ts';
import { webFileOf } from '../plugins/plugin-file.ts';
import type { Plugins } from '../plugins/plugins.ts';
import { DialogEntry, type DialogComponent, type DialogEntryOptions, type LoadedDialog } from './DialogEntry.ts';
import type { DialogLook, Dialogs, Question } from './dialogs.ts';

/** The open dialogs, for the component that renders them. Observable. */
export interface DialogStack extends Dialogs {
  /** The last one is on top and has the focus. */
  readonly entries: readonly DialogEntry[];
  /**
   * The dialogs of one plugin: its components are rendered in its scope, and closed when it stops.
   * @param signal fires when the plugin stops
   */
  forPlugin(plugin: string, signal: AbortSignal): Dialogs;
}

/** The properties of the confirmation dialog. */
export interface ConfirmProperties extends DialogControl<boolean> {
  question: Question;
  i18n: Pick<I18n, 't'>;
}

export interface DialogsDependencies {
  plugins(): Pick<Plugins, 'ensure' | 'find' | 'report'>;
  i18n(): Pick<I18n, 't'>;
  /** The confirmation dialog. */
  confirmDialog: Lazy<ConfirmProperties>;
  /** Receives the reason why a dialog could not be loaded or rendered; the dialog itself informs the user. */
  report(error: unknown, id: string): void;
}

/** Creates the dialog stack. */
export function createDialogs(dependencies: DialogsDependencies): DialogStack {
  const entries = observable.array<DialogEntry>([], { deep: false });
  let count = 0;

  const find = (id: string) => entries.find((entry) => entry.id === id);
  const remove = action((entry: DialogEntry) => void entries.remove(entry));
  const add = action((entry: DialogEntry) => void entries.push(entry));

  function push(options: Omit<DialogEntryOptions, 'key' | 'closed' | 'failed'>): DialogEntry {
    count += 1;
    const key = `dialog-${count}`;
    const entry = new DialogEntry({
      ...options,
      key,
      closed: remove,
      failed(error, wasDrawn) {
        dependencies.report(error, options.id ?? key);
        // A failure before rendering is already in the plugin's state.
        if (wasDrawn && options.plugin !== null) dependencies.plugins().report(options.plugin, 'render', error);
      },
    });
    add(entry);
    void entry.load();
    return entry;
  }

  function declaredLook(plugin: string, name: string): DialogLook | undefined {
    const entry = dependencies.plugins().find(plugin)?.entry;
    const dialog = entry?.manifest.dialogs.find((declared) => declared.name === name);
    if (dialog === undefined) return undefined;
    // A dialog of an external plugin can always be dismissed.
    const { width, height, dismissible } = dialog;
    return { width, height, dismissible: dismissible || entry?.source !== undefined };
  }

  async function loadFrom(plugin: string, name: string): Promise<LoadedDialog> {
    const id = `${plugin}/${name}`;
    const { context, web } = await dependencies.plugins().ensure(plugin, `dialog:${id}`);
    const lazy = web.dialogs?.[name];
    if (lazy === undefined) throw new TypeError(`${webFileOf(plugin)}: dialogs has no "${name}"`);
    const component = (await lazy()).default as DialogComponent;
    const entry = find(id);
    if (entry !== undefined) endWith(entry, context.signal);
    return { component, context, look: declaredLook(plugin, name) };
  }

  function openOne(id: string, properties?: object): Promise<unknown> {
    const known = find(id);
    if (known !== undefined) {
      if (properties !== undefined) known.setProperties(properties);
      return known.result;
    }
    const [plugin = '', name = ''] = id.split('/');
    const look = declaredLook(plugin, name) ?? {};
    return push({ id, plugin, properties: properties ?? {}, look, load: () => loadFrom(plugin, name) }).result;
  }

  async function showOne<P extends object, R>(
    owner: { plugin: string; signal: AbortSignal } | null,
    component: Lazy<P & DialogControl<R>>,
    properties: P,
    look: DialogLook = {},
  ): Promise<R | undefined> {
    const load = async () => {
      const [loaded, active] = await Promise.all([
        component(),
        owner === null ? undefined : dependencies.plugins().ensure(owner.plugin, 'dialog:its own'),
      ]);
      return { component: loaded.default as DialogComponent, context: active?.context };
    };
    const entry = push({ id: null, plugin: owner?.plugin ?? null, properties, look, load });
    if (owner !== null) endWith(entry, owner.signal);
    // The component closes itself through a control typed with R.
    return (await entry.result) as R | undefined;
  }

  async function confirm(question: Question, end?: AbortSignal): Promise<boolean> {
    const entry = push({
      id: null,
      plugin: null,
      properties: { question, i18n: dependencies.i18n() },
      look: { width: question.width, compact: true },
      load: async () => ({ component: (await dependencies.confirmDialog()).default }),
    });
    if (end !== undefined) endWith(entry, end);
    return (await entry.result) === true;
  }

  function closeWhere(matches: (entry: DialogEntry) => boolean): void {
    for (const entry of [...entries].reverse()) if (matches(entry)) entry.close();
  }

  const dialogs: Dialogs = {
    // The author of a plugin's dialog vouches for the type of its result.
    open: async <R>(id: string, properties?: object) => (await openOne(id, properties)) as R | undefined,
    show: async <P extends object, R>(component: Lazy<P & DialogControl<R>>, properties: P, look?: DialogLook) =>
      await showOne<P, R>(null, component, properties, look),
    confirm: (question) => confirm(question),
    alert: async (question) => void (await confirm({ ...question, cancel: null })),
    isOpen: (id) => find(id) !== undefined,
    close: (id) => find(id)?.close(),
    closeAll: () => closeWhere(() => true),
  };

  return {
    ...dialogs,
    entries,
    forPlugin: (plugin, signal) => ({
      ...dialogs,
      show: async <P extends object, R>(component: Lazy<P & DialogControl<R>>, properties: P, look?: DialogLook) =>
        await showOne<P, R>({ plugin, signal }, component, properties, look),
      confirm: (question) => confirm(question, signal),
      alert: async (question) => void (await confirm({ ...question, cancel: null }, signal)),
      closeAll: () => closeWhere((entry) => entry.plugin === plugin),
    }),
  };
}

/** Closes a dialog when its plugin stops. */
function endWith(entry: DialogEntry, signal: AbortSignal): void {
  const end = () => entry.close();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  void entry.result.then(() => signal.removeEventListener('abort', end));
}
