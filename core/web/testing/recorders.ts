import { observable, runInAction } from 'mobx';

import { deliverEvent, type EventDefinition } from '#core/contract/event.ts';

import type { Command, Commands } from '../commands/commands.ts';
import type { DialogLook, Dialogs, Question } from '../dialogs/dialogs.ts';
import type { Events } from '../events/events.ts';
import type { FeatureGate } from '../features/feature-gate.ts';
import type { AccessLock } from '../lock.ts';
import { observableStore } from '../observable-store.ts';
import type { UserPermissions } from '../permissions/permissions.ts';
import type { Player, PlayerOptions } from '../player/player.ts';
import type { Undo } from '../scope.ts';
import type { Session } from '../session/session.ts';
import type { Settings } from '../settings/settings.ts';
import type { BrowserStorage } from '../storage/storage.ts';
import type { Theme } from '../theme/theme.ts';
import type { Toast, Toasts } from '../toasts/toasts.ts';
import type { Trace, TraceSpan } from '../trace/trace.ts';

/** Records toasts instead of showing them. */
export class RecordedToasts implements Toasts {
  /** With the text that was shown. */
  readonly shown: (Toast & { text: string })[] = [];

  show(toast: Toast): () => void {
    this.shown.push({ ...toast, text: typeof toast.text === 'string' ? toast.text : toast.text() });
    return () => undefined;
  }

  closeAll(): void {
    this.shown.length = 0;
  }
}

/** A dialog or question that a plugin opened. */
export interface OpenedDialog {
  /** For example `account/login`; `confirm`, `alert` or `component`. */
  id: string;
  properties?: object;
  question?: Question;
  look?: DialogLook;
}

/** Answers dialogs as scripted: without a script, a question is confirmed and any other dialog is dismissed. */
export class RecordedDialogs implements Dialogs {
  readonly opened: OpenedDialog[] = [];
  readonly #answers: unknown[] = [];

  /** Sets the values that the next dialogs are closed with. */
  script(...answers: unknown[]): void {
    this.#answers.push(...answers);
  }

  open<R>(id: string, properties?: object): Promise<R | undefined> {
    return this.#next({ id, properties }, undefined);
  }

  show<P extends object, R>(_component: unknown, properties: P, look?: DialogLook): Promise<R | undefined> {
    return this.#next({ id: 'component', properties, look }, undefined);
  }

  confirm(question: Question): Promise<boolean> {
    return this.#next({ id: 'confirm', question }, true);
  }

  async alert(question: Question): Promise<void> {
    await this.#next({ id: 'alert', question }, undefined);
  }

  isOpen(): boolean {
    return false;
  }

  close(): void {
    // Nothing to close: every dialog here is answered at once.
  }

  closeAll(): void {
    this.#answers.length = 0;
  }

  #next<T>(dialog: OpenedDialog, otherwise: T): Promise<T> {
    this.opened.push(dialog);
    // The test that scripted it vouches for its type.
    return Promise.resolve((this.#answers.length > 0 ? this.#answers.shift() : otherwise) as T);
  }
}

/** Events that a test sends. */
export class SentEvents implements Events {
  connection: Events['connection'] = 'open';
  readonly #listeners = new Set<{ topic: string; take: (data: unknown) => void; resync?: () => void }>();

  constructor() {
    observableStore(this);
  }

  get connected(): boolean {
    return this.connection === 'open';
  }

  get listening(): number {
    return this.#listeners.size;
  }

  on<D>(event: EventDefinition<D>, hear: (data: D) => void, resync?: () => void): Undo {
    const take = (data: unknown): void => deliverEvent(event, data, hear, resync);
    const listener = { topic: event.topic, take, resync };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Sends an event to all its listeners. */
  send<D>({ topic }: EventDefinition<D>, ...[data]: D extends null ? [] : [data: NoInfer<D>]): void {
    for (const listener of [...this.#listeners]) if (listener.topic === topic) listener.take(data ?? null);
  }

  /** Acts as after a connection that was lost for too long. */
  resync(): void {
    for (const listener of [...this.#listeners]) listener.resync?.();
  }
}

/** Lists the commands that were added, without a palette. */
export class ListedCommands implements Commands {
  list: readonly Command[] = [];

  constructor() {
    observableStore(this);
  }

  add(command: Command): Undo {
    this.list = [...this.list, command];
    return () =>
      runInAction(() => {
        this.list = this.list.filter((other) => other !== command);
      });
  }

  async run(id: string): Promise<void> {
    const command = this.list.find((listed) => listed.id === id);
    if (command === undefined) throw new TypeError(`there is no command "${id}"`);
    await command.run();
  }
}

/** Allows what the session includes, and records for which features an upgrade was offered. */
export class FakeFeatureGate implements FeatureGate {
  readonly offered: Array<number | AccessLock | undefined> = [];
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  allows(feature: number): boolean {
    return this.#session.features.includes(feature);
  }

  require(feature: number): boolean {
    if (this.allows(feature)) return true;
    this.offerUpgrade(feature);
    return false;
  }

  offerUpgrade(lacking?: number | AccessLock): void {
    this.offered.push(lacking);
  }
}

/** Permissions set by a test. */
export class FakePermissions implements UserPermissions {
  list: readonly string[] = [];

  constructor() {
    observableStore(this);
  }

  has(permission: string): boolean {
    return this.list.includes(permission);
  }

  load(): Promise<void> {
    return Promise.resolve();
  }
}

/** Storage in memory, for the duration of a test. */
export class MemoryStorage implements BrowserStorage {
  readonly values = observable.map<string, unknown>({}, { deep: false });

  read(key: string): unknown {
    return this.values.get(key);
  }

  write(key: string, value: unknown): void {
    runInAction(() => this.values.set(key, value));
  }

  remove(key: string): void {
    runInAction(() => this.values.delete(key));
  }

  keys(): readonly string[] {
    return [...this.values.keys()];
  }
}

/** Settings without a server. */
export class MemorySettings implements Settings {
  readonly values = observable.map<string, unknown>({}, { deep: false });
  /** What operators have set; change it in a MobX action. */
  readonly operator = observable.map<string, unknown>({}, { deep: false });

  read(key: string): unknown {
    return this.values.get(key);
  }

  write(key: string, value: unknown): Promise<void> {
    return this.change({ [key]: value });
  }

  change(changes: Readonly<Record<string, unknown>>): Promise<void> {
    runInAction(() => {
      for (const [key, value] of Object.entries(changes)) this.values.set(key, value ?? undefined);
    });
    return Promise.resolve();
  }

  readOperator(key: string): unknown {
    return this.operator.get(key);
  }

  load(): Promise<void> {
    return Promise.resolve();
  }
}

/** A theme without a cookie. */
export class FakeTheme implements Theme {
  mode: Theme['mode'] = 'dark';
  readonly system = 'dark';

  constructor() {
    observableStore(this);
  }

  setMode(mode: Theme['mode']): void {
    this.mode = mode;
  }

  toggle(): void {
    this.mode = this.mode === 'dark' ? 'light' : 'dark';
  }
}

/** Records every span. */
export class RecordedTrace implements Trace {
  readonly spans: TraceSpan[] = [];

  async measure<T>(plugin: string, step: TraceSpan['step'], run: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await run();
    } finally {
      this.spans.push({ plugin, step, start, duration: performance.now() - start, bytes: null });
    }
  }
}

/** Records what was to be played. */
export class RecordedPlayer implements Player {
  readonly opened: Array<{ data: unknown; options?: PlayerOptions }> = [];

  async open(data: unknown, options?: PlayerOptions): Promise<void> {
    this.opened.push({ data, options });
  }
}
