import { runInAction } from 'mobx';
import type { ComponentType } from 'react';

import type { DialogControl } from '../define-web.ts';
import { observableStore } from '../observable-store.ts';
import type { PluginContext } from '../plugin-context.ts';
import type { DialogLook } from './dialogs.ts';

/** A component whose own properties the dialogs pass on without looking at them. */
export type DialogComponent = ComponentType<any>; // oxlint-disable-line typescript/no-explicit-any -- each has its own

/** The content of a dialog: still loading, its component, or a loading error. */
export type DialogContent =
  | { state: 'loading' }
  | { state: 'ready'; component: DialogComponent; context: PluginContext | null }
  | { state: 'failed'; error: unknown };

/** A loaded component, and the appearance that its manifest gives it. */
export interface LoadedDialog {
  component: DialogComponent;
  /** The context of the plugin that owns the component. */
  context?: PluginContext;
  look?: DialogLook;
}

export interface DialogEntryOptions {
  key: string;
  /** For example `account/login` for a plugin's dialog; null for a component. */
  id: string | null;
  /** The plugin that owns the component; null for the kernel. */
  plugin: string | null;
  properties: object;
  look: DialogLook;
  load(): Promise<LoadedDialog>;
  closed(entry: DialogEntry): void;
  failed(error: unknown, wasDrawn: boolean): void;
}

/** One open dialog. Observable. */
export class DialogEntry implements DialogControl {
  readonly key: string;
  readonly id: string | null;
  readonly plugin: string | null;
  properties: object;
  look: DialogLook;
  content: DialogContent = { state: 'loading' };
  /** Resolves with the value that the dialog was closed with. */
  readonly result: Promise<unknown>;

  private isOpen = true;
  private settle: (result: unknown) => void = () => undefined;

  constructor(private readonly options: DialogEntryOptions) {
    this.key = options.key;
    this.id = options.id;
    this.plugin = options.plugin;
    this.properties = options.properties;
    this.look = options.look;
    this.result = new Promise((resolve) => {
      this.settle = resolve;
    });
    observableStore(this);
  }

  get width(): number {
    return this.look.width ?? 680;
  }

  get compact(): boolean {
    return this.look.compact === true;
  }

  /** Whether it has a close button: compact dialogs have buttons of their own. */
  get hasCross(): boolean {
    return this.content.state === 'failed' || (this.look.dismissible !== false && (this.look.cross ?? !this.compact));
  }

  get dismissible(): boolean {
    // A dialog that is still loading or failed to load has no buttons of its own to close it.
    return this.look.dismissible !== false || this.content.state !== 'ready';
  }

  /** Loads the component, or tries again after a failure. */
  async load(): Promise<void> {
    this.content = { state: 'loading' };
    try {
      const { component, context = null, look } = await this.options.load();
      runInAction(() => {
        if (look !== undefined) this.look = look;
        this.content = { state: 'ready', component, context };
      });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Marks the dialog as failed to load or render; it shows the error and can be retried. */
  fail(error: unknown): void {
    const wasDrawn = this.content.state === 'ready';
    this.content = { state: 'failed', error };
    this.options.failed(error, wasDrawn);
  }

  setProperties(properties: object): void {
    this.properties = properties;
  }

  close(result?: unknown): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.options.closed(this);
    this.settle(result);
  }

  /** Dismisses it, as Esc and a click outside do. */
  dismiss(): void {
    if (this.dismissible) this.close();
  }
}
