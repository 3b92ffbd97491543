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
   * Asks before leaving while `unsaved` says so.
   * @param unsaved true while there is work that would be lost
   */
  confirmLeaving(unsaved: () => boolean): Undo;
}

export const ROUTER = token<Router>('router', 1);
