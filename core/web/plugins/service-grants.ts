import type { WebPlugin } from '../define-web.ts';
import type { Scope } from '../scope.ts';
import type { Token } from '../token.ts';
import type { GetService } from '../service.ts';

/** The plugin for which a view of a service is made. */
export interface ServiceConsumer {
  id: string;
  scope: Scope;
}

/** Accompanies an external plugin's code: which services of the kernel it may use. */
export interface ServiceGrants {
  /** Whether it may use a service of the kernel. */
  allows(token: Token<unknown>): boolean;
  /** The plugin's view of a service that it may use. @param get fetches services of the kernel */
  service<T>(token: Token<T>, get: GetService, consumer: ServiceConsumer): T;
  /** Explains, in English and for the plugin's author, what the manifest must say to get a service. */
  hint(token: Token<unknown>): string;
  /** For a build pushed by a developer: carries its stores' data over to the next build. */
  readonly snapshots?: StoreSnapshots;
}

/** Carries the data of stores from one build of a plugin to the next. */
export interface StoreSnapshots {
  /** Records the data of the stores, which keep running. */
  take(stores: Iterable<object>): void;
  /** Restores the previous build's data into a new store of the same name, where it fits. */
  give(store: object): void;
}

/** The code of a plugin's browser half. */
export interface LoadedCode {
  default: WebPlugin;
  /** For an external plugin; without it none is opened. */
  outside?: ServiceGrants;
}
