import { observable, runInAction } from 'mobx';
import { createBrowserRouter, createPath, type Blocker } from 'react-router-dom';

import type { Plugins } from '../plugins/plugins.ts';
import type { Undo } from '../scope.ts';
import { numberEntries } from './entry-numbers.ts';
import { guard, guardAtOnce, HOME, LOGIN, type GuardOptions, type Verdict } from './navigation-guard.ts';
import { routeObjectsOf } from './route-objects.ts';
import type { AskUnsaved, MatchedRoute, Place, Router, UnsavedOptions } from './router.ts';

export interface RouterOptions extends Omit<GuardOptions, 'routes'> {
  plugins: Pick<Plugins, 'list'>;
  /**
   * Asks the user to log in. @param onLogin called after the login; by default the login itself decides what follows
   */
  askLogin(onLogin: (() => void) | undefined): void;
  /** Takes the question back: a visitor has left the page that asks. */
  closeLogin(): void;
  /** Tells the user that the existing login could not be verified. */
  tellFailedLogin(): void;
  /** Tells the user that there is no page at the address that they asked for; they are led home. */
  tellUnknown(): void;
  /** Asks whether unsaved work may be lost. */
  confirmLoss(): Promise<boolean>;
  /** The user may have to be asked from now on: preloads the dialog, since the network may be gone by then. */
  prepareAsking?(): void;
}

/** The kernel's {@link Router}. */
export interface RouterService extends Router {
  /** Whether the guard is deciding on a navigation. */
  readonly deciding: boolean;
  /** Why the first page could not be decided on; null when it could, or while it is being decided. */
  readonly fault: unknown;
  /** Decides on the address that the page was opened with; may be called again after a fault. */
  start(): Promise<void>;
  /** The unsaved work that a plugin's pages would lose if it stopped now. */
  unsavedOf(plugin: string): readonly UnsavedOptions[];
  /** Navigates without asking about unsaved work, because the user has already been asked. */
  leave(to: string): Promise<boolean>;
  /** @param plugin whose work it is */
  confirmLeaving(unsaved: AskUnsaved, options?: UnsavedOptions, plugin?: string): Undo;
  dispose: Undo;
}

/** A location that the guard admitted. */
interface Admitted {
  href: string;
  route: MatchedRoute;
}

/** A navigation in progress. */
interface Going {
  /** Do not ask about unsaved work. */
  isAgreed?: boolean;
  /** The guard admitted the location: tells the library to go there. */
  enter(place: Admitted): void | Promise<void>;
  /** The navigation was refused: reverts what the library has already done. */
  stay?(): void;
}

type BlockerBlocked = Extract<Blocker, { state: 'blocked' }>;

/** The key of our blocker; the library allows only one. */
const GUARD = 'guard';
/** More redirects than this are taken for a loop, and the page stays where it is. */
const MAX_REDIRECTS = 8;
const SCROLL_MILLISECONDS = 500;

/**
 * Creates the {@link RouterService} of a window. react-router manages the history, and blocks the browser's back and
 * forward buttons while the guard has to ask or to fetch something.
 */
export function createRouter(options: RouterOptions, window: Window = globalThis.window): RouterService {
  const entries = numberEntries(window);
  // A catch-all: plugins, whose routes come and go, decide which page an address shows, while the library's never
  // change.
  const carrier = createBrowserRouter([{ path: '*' }], { window });
  const guarding: GuardOptions = { ...options, routes: () => routeObjectsOf(options.plugins) };
  const state = observable(
    {
      place: placeAt(createPath(carrier.state.location)),
      route: null as MatchedRoute | null,
      deciding: true,
      fault: null as unknown,
    },
    {},
    { deep: false },
  );
  const unsaved = new Set<{ ask: AskUnsaved; plugin: string | undefined; work: UnsavedOptions }>();
  let newest = 0;
  let admitted: Admitted | null = null;
  let scrolling: ReturnType<typeof setTimeout> | undefined;
  // Entering a page before the window is back would cut off the history entries in between.
  let returned = Promise.resolve();

  const hasUnsaved = (): boolean => [...unsaved].some(({ ask }) => ask('left'));
  const warn = (event: BeforeUnloadEvent): void => {
    if (hasUnsaved()) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);

  carrier.getBlocker(GUARD, ({ nextLocation }) => {
    const href = createPath(nextLocation);
    if (admitted?.href === href) return false;
    if (state.route === null || (leaves(href) && hasUnsaved())) return true;
    const verdict = guardAtOnce(placeAt(href).path, guarding);
    if (verdict?.kind !== 'enter') return true;
    newest += 1;
    admitted = { href, route: verdict.route };
    return false;
  });
  let { location } = carrier.state;
  let blocker: Blocker | undefined;
  carrier.subscribe((now) => {
    const [lastLocation, lastBlocker] = [location, blocker];
    location = now.location;
    blocker = now.blockers.get(GUARD);
    if (location !== lastLocation) carried(createPath(location));
    if (blocker !== lastBlocker && blocker?.state === 'blocked') decideOn(blocker);
  });

  /** The library blocked a back or forward step, and is returning to the current page's entry. */
  function decideOn({ location: wanted, proceed, reset }: BlockerBlocked): void {
    returned = new Promise((resolve) => {
      window.addEventListener('popstate', () => resolve(), { once: true });
    });
    void travel(createPath(wanted), {
      enter(place) {
        admitted = place;
        proceed();
      },
      stay: reset,
    });
  }

  /** The library has completed a navigation. */
  function carried(href: string): void {
    const place = admitted;
    if (place === null) return;
    // The target of a history step may have become a redirect.
    if (place.href !== href) return void carrier.navigate(place.href, { replace: true });
    admitted = null;
    entries.settle();
    arrive(place);
  }

  /** @returns whether a page was entered */
  async function travel(wanted: string, going: Going): Promise<boolean> {
    newest += 1;
    const mine = newest;
    // A later navigation supersedes this one.
    const isCurrent = (): boolean => mine === newest;
    const isFirst = state.route === null;
    const keep = (): false => {
      if (isCurrent()) {
        runInAction(() => (state.deciding = false));
        going.stay?.();
      }
      return false;
    };
    runInAction(() => (state.deciding = true));
    if (going.isAgreed !== true && leaves(wanted) && hasUnsaved() && !(await options.confirmLoss())) return keep();
    try {
      const { href, verdict, isUnknown } = await decide(wanted);
      if (!isCurrent() || verdict.kind === 'redirect') return keep();
      if (verdict.kind === 'enter') {
        await going.enter({ href, route: verdict.route });
        if (isUnknown) options.tellUnknown();
        return true;
      }
      if (verdict.failed) options.tellFailedLogin();
      options.askLogin(() => void go(href));
      // There is no page to stay on yet.
      return isFirst ? await travel(HOME, going) : keep();
    } catch (error) {
      if (isCurrent() && isFirst) runInAction(() => (state.fault = error));
      return keep();
    }
  }

  /** Follows redirects to their final target. */
  async function decide(wanted: string): Promise<{ href: string; verdict: Verdict; isUnknown: boolean }> {
    let href = wanted;
    let isUnknown = false;
    let verdict: Verdict = { kind: 'redirect', to: wanted };
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      const { path, query, hash } = placeAt(href);
      verdict = await guard(path, guarding);
      if (verdict.kind !== 'redirect') break;
      isUnknown ||= verdict.unknown === true;
      const search = query.size === 0 ? '' : `?${query}`;
      href = verdict.keeps === true ? `${verdict.to}${search}${hash}` : verdict.to;
    }
    return { href, verdict, isUnknown };
  }

  function arrive({ href, route }: Admitted): void {
    const place = placeAt(href);
    const isFirst = state.route === null;
    const isLogin = (path: string): boolean => path.toLowerCase() === LOGIN;
    const hasLeft = isLogin(state.place.path) && options.session.token === null;
    const moved = place.path !== state.place.path;
    runInAction(() => {
      state.place = place;
      state.route = route;
      state.deciding = false;
      state.fault = null;
    });
    if (moved && !isFirst) scrollLater();
    if (isLogin(place.path)) options.askLogin(undefined);
    else if (hasLeft && !isFirst) options.closeLogin();
  }

  function scrollLater(): void {
    clearTimeout(scrolling);
    scrolling = setTimeout(() => {
      const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
    }, SCROLL_MILLISECONDS);
  }

  function leaves(href: string): boolean {
    return state.route !== null && placeAt(href).path !== state.place.path;
  }

  async function go(
    to: string,
    { replace = false, isAgreed = false }: { replace?: boolean; isAgreed?: boolean } = {},
  ): Promise<boolean> {
    const target = new URL(to, window.location.href);
    if (target.origin !== window.location.origin) {
      window.location.assign(target);
      return false;
    }
    return await travel(`${target.pathname}${target.search}${target.hash}`, {
      isAgreed,
      async enter(place) {
        await returned;
        admitted = place;
        const isHere = place.href === createPath(carrier.state.location);
        await carrier.navigate(place.href, { replace: replace || isHere || state.route === null });
      },
    });
  }

  return {
    get place() {
      return state.place;
    },
    get route() {
      return state.route;
    },
    get deciding() {
      return state.deciding;
    },
    get fault() {
      return state.fault;
    },
    async start() {
      runInAction(() => (state.fault = null));
      // By the window's own address: a login may have been taken out of it since the library has read it.
      await go(createPath(window.location), { replace: true });
    },
    go: (to, settings) => go(to, { replace: settings?.replace }),
    leave: (to) => go(to, { isAgreed: true }),
    back: () => void carrier.navigate(-1),
    confirmLeaving(ask, settings = {}, plugin) {
      options.prepareAsking?.();
      const asked = { ask, plugin, work: settings };
      unsaved.add(asked);
      return () => void unsaved.delete(asked);
    },
    unsavedOf: (plugin) =>
      [...unsaved].filter((asked) => asked.plugin === plugin && asked.ask('stopped')).map(({ work }) => work),
    dispose() {
      newest += 1;
      clearTimeout(scrolling);
      window.removeEventListener('beforeunload', warn);
      carrier.dispose();
      void entries.stop();
    },
  };
}

/** @param href path, query and hash */
function placeAt(href: string): Place {
  const { pathname, searchParams, hash } = new URL(href, 'http://workbench');
  return { path: pathname, query: searchParams, hash };
}
