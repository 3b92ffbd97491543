import type { PluginManifest } from '#core/contract/plugin.ts';

import { observableStore } from '../observable-store.ts';
import { findRoute } from '../router/route-objects.ts';
import type { AskUnsaved, MatchedRoute, Place, RescuedWork, Router, UnsavedOptions } from '../router/router.ts';
import type { Undo } from '../scope.ts';

/** Navigates anywhere at once; the guard lets everything in. Observable. */
export class FakeRouter implements Router {
  place: Place;
  /** The visited places, including the first. */
  readonly visited: string[] = [];
  readonly #manifest: PluginManifest;
  readonly #unsaved = new Map<AskUnsaved, UnsavedOptions>();

  constructor(manifest: PluginManifest, start: string) {
    this.#manifest = manifest;
    this.place = placeOf(start);
    this.visited.push(start);
    observableStore(this);
  }

  get route(): MatchedRoute | null {
    const found = findRoute(
      this.#manifest.routes.filter(({ page }) => page !== undefined),
      this.place.path,
    );
    if (found?.route.page === undefined) return null;
    const { page, path, gate } = found.route;
    const isPublic = !(gate?.login ?? this.#manifest.gate.login);
    return { plugin: this.#manifest.id, page, path, params: found.params, isPublic };
  }

  /** How many unsaved-work checks are registered. */
  get asking(): number {
    return this.#unsaved.size;
  }

  go(to: string): Promise<boolean> {
    if ([...this.#unsaved.keys()].some((unsaved) => unsaved('left'))) return Promise.resolve(false);
    this.place = placeOf(to);
    this.visited.push(to);
    return Promise.resolve(true);
  }

  back(): void {
    const before = this.visited.at(-2);
    if (before !== undefined) void this.go(before);
  }

  confirmLeaving(unsaved: AskUnsaved, options: UnsavedOptions = {}): Undo {
    const own: AskUnsaved = (end) => unsaved(end);
    this.#unsaved.set(own, options);
    return () => void this.#unsaved.delete(own);
  }

  /** The files that pages with a `rescue` would save if their plugin were switched off now. */
  async rescue(): Promise<RescuedWork[]> {
    const asked = [...this.#unsaved].filter(([unsaved]) => unsaved('stopped'));
    return await Promise.all(asked.flatMap(([, { rescue }]) => (rescue === undefined ? [] : [rescue()])));
  }
}

function placeOf(to: string): Place {
  const { pathname, searchParams, hash } = new URL(to, 'https://reelport.test');
  return { path: pathname, query: searchParams, hash };
}
