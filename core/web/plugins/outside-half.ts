import type { WebPlugin } from '../define-web.ts';
import type { Scope } from '../scope.ts';
import type { Token } from '../token.ts';
import type { GetService } from '../service.ts';

/** The plugin that a view is made for. */
export interface ServiceConsumer {
  id: string;
  scope: Scope;
}

/** What goes with the code of a plugin from outside: what it may have of the kernel, and nothing else. */
export interface OutsideHalf {
  /** Whether it has a service of the kernel. */
  mayHave(token: Token<unknown>): boolean;
  /** A service that it may have, as it gets it. @param get fetches services of the kernel */
  service<T>(token: Token<T>, get: GetService, consumer: ServiceConsumer): T;
  /** Says in English what to write into the manifest to have a service; for the plugin's author. */
  hint(token: Token<unknown>): string;
  /** Of a build of its developer: keeps what its stores hold until the next build. */
  readonly keeper?: StoreKeeper;
}

/** Carries what stores hold from one build of a plugin to the next. */
export interface StoreKeeper {
  /** Takes what the stores hold; they go on. */
  take(stores: Iterable<object>): void;
  /** Gives a new store what the store of its name held in the build before, where it fits. */
  give(store: object): void;
}

/** The code of a plugin's browser half. */
export interface LoadedCode {
  default: WebPlugin;
  /** Of a plugin from outside; without it none is opened. */
  outside?: OutsideHalf;
}
