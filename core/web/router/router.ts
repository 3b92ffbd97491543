import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** A location in the workbench. */
export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

/** The plugin page that a location leads to. */
export interface MatchedRoute {
  plugin: string;
  page: string;
  /** The pattern in the manifest: `/mixedCut/edit/:id`. */
  path: string;
  params: Readonly<Record<string, string>>;
  isPublic: boolean;
}

/** Unsaved work as a file that the user can keep. */
export interface RescuedWork {
  /** File name with extension. */
  name: string;
  blob: Blob;
}

/**
 * Whether work would be lost now. `left`: the page is left while the plugin keeps running and may still save it;
 * `stopped`: the plugin stops, and what is not saved by then is lost.
 */
export type AskUnsaved = (end: 'left' | 'stopped') => boolean;

/** Options for unsaved work. */
export interface UnsavedOptions {
  /** Saves the work as a file, for when the plugin has been switched off and can no longer save it. */
  rescue?(): Promise<RescuedWork>;
  /** The plugin keeps running after all; saves that were held back may be made now. */
  resume?(): void;
}

/** Navigation between pages, all of which passes the same guard. Observable. */
export interface Router {
  /** The last location that the guard admitted. */
  readonly place: Place;
  /** Null until the first page has been decided on. */
  readonly route: MatchedRoute | null;
  /** @returns whether it arrived: the guard or unsaved work may prevent it */
  go(to: string, options?: { replace?: boolean }): Promise<boolean>;
  back(): void;
  /**
   * Asks before the page is left while `unsaved` returns true, and before the plugin is switched off.
   * @param unsaved true while there is work that would be lost
   * @example router.confirmLeaving(() => draft.isDirty, { rescue: async () => ({ name: 'draft.txt', blob }) })
   */
  confirmLeaving(unsaved: AskUnsaved, options?: UnsavedOptions): Undo;
}

export const ROUTER = token<Router>('router', 1);
