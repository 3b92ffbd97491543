import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ComponentType } from 'react';

import type { DialogControl } from '../define-web.ts';
import type { PluginContext } from '../plugin-context.ts';
import type { DialogLook } from './dialogs.ts';

/** A component whose own properties the dialogs pass on without looking at them. */
export type DialogComponent = ComponentType<any>; // oxlint-disable-line typescript/no-explicit-any -- each has its own

/** What a dialog shows: nothing yet, its component, or that it could not be loaded. */
export type DialogContent =
  | { state: 'loading' }
  | { state: 'ready'; component: DialogComponent; context: PluginContext | null }
  | { state: 'failed'; error: unknown };

/** A component that has arrived, and the look that its manifest gives it. */
export interface LoadedDialog {
  component: DialogComponent;
  /** Of the plugin whose component it is. */
  context?: PluginContext;
  look?: DialogLook;
}

export interface DialogEntryOptions {
  key: string;
  /** `account/login` for a plugin's dialog; null for a component. */
  id: string | null;
  /** Whose component it is; null for the kernel's. */
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
  /** What it was closed with. */
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
    makeAutoObservable<this, 'options' | 'isOpen' | 'settle'>(
      this,
      {
        key: false,
        id: false,
        plugin: false,
        properties: observableRef,
        look: observableRef,
        content: observableRef,
        result: false,
        options: false,
        isOpen: false,
        settle: false,
      },
      { autoBind: true },
    );
  }

  get width(): number {
    return this.look.width ?? 680;
  }

  get compact(): boolean {
    return this.look.compact === true;
  }

  /** Whether it has a cross: what is small has buttons enough. */
  get hasCross(): boolean {
    return this.content.state === 'failed' || (this.look.dismissible !== false && (this.look.cross ?? !this.compact));
  }

  get dismissible(): boolean {
    // What is not there yet, or could not be loaded, has no buttons that end it.
    return this.look.dismissible !== false || this.content.state !== 'ready';
  }

  /** Loads the component, or tries it again. */
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

  /** It could not be loaded or drawn; it says so, and can be tried again. */
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

  /** Closes it as Esc and a click outside do. */
  dismiss(): void {
    if (this.dismissible) this.close();
  }
}
