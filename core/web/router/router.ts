import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** Where the workbench is. */
export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

/** The page of a plugin that belongs to a place. */
export interface MatchedRoute {
  plugin: string;
  page: string;
  /** The pattern in the manifest: `/mixedCut/edit/:id`. */
  path: string;
  params: Readonly<Record<string, string>>;
  isPublic: boolean;
}

/** Work that is not saved, as a file that its owner can keep. */
export interface RescuedWork {
  /** Of the file, with its ending. */
  name: string;
  blob: Blob;
}

/**
 * Whether work would be lost now. `left`: its page is left, and the plugin goes on and may save it by itself;
 * `stopped`: the plugin stops, and what is not saved by then never will be.
 */
export type AskUnsaved = (end: 'left' | 'stopped') => boolean;

/** What belongs to work that is not saved. */
export interface UnsavedOptions {
  /** Makes a file of it, for when the plugin is switched off and it can be saved no more. */
  rescue?(): Promise<RescuedWork>;
  /** The plugin runs on after all: what could not be saved meanwhile may be saved now. */
  resume?(): void;
}

/** Goes from page to page; every way passes the same guard. Observable. */
export interface Router {
  /** The last place that the guard let in. */
  readonly place: Place;
  /** Null while the first page is decided. */
  readonly route: MatchedRoute | null;
  /** @returns whether it got there: the guard or unsaved work may keep it */
  go(to: string, options?: { replace?: boolean }): Promise<boolean>;
  back(): void;
  /**
   * Asks before leaving while `unsaved` says so, and before the plugin is switched off under the page.
   * @param unsaved true while there is work that would be lost
   * @example router.confirmLeaving(() => draft.isDirty, { rescue: async () => ({ name: 'draft.txt', blob }) })
   */
  confirmLeaving(unsaved: AskUnsaved, options?: UnsavedOptions): Undo;
}

export const ROUTER = token<Router>('router', 1);
