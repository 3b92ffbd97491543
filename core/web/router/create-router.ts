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
  /** Asks to log in. @param onLogin what follows a login; without it the login itself decides */
  askLogin(onLogin: (() => void) | undefined): void;
  /** Says that the login at hand could not be verified. */
  tellFailedLogin(): void;
  /** Asks whether work that is not saved may be lost. */
  confirmLoss(): Promise<boolean>;
  /** Somebody may have to be asked from now on: fetches what asks, for the network may be gone by then. */
  prepareAsking?(): void;
}

/** The kernel's {@link Router}. */
export interface RouterService extends Router {
  /** Whether a place is being decided on. */
  readonly deciding: boolean;
  /** Why the first page could not be decided on; null when it was, or is being. */
  readonly fault: unknown;
  /** Decides on the address that the page was opened with; again after a fault. */
  start(): Promise<void>;
  /** What a plugin's page would lose if the plugin stopped now. */
  unsavedOf(plugin: string): readonly UnsavedOptions[];
  /** Goes somewhere without asking about what is not saved: somebody has been asked. */
  leave(to: string): Promise<boolean>;
  /** @param plugin whose work it is */
  confirmLeaving(unsaved: AskUnsaved, options?: UnsavedOptions, plugin?: string): Undo;
  dispose: Undo;
}

/** A place that the guard let in. */
interface Admitted {
  href: string;
  route: MatchedRoute;
}

/** A navigation on its way. */
interface Going {
  /** Nobody is asked about what is not saved. */
  isAgreed?: boolean;
  /** The guard let a place in: has the library go there. */
  enter(place: Admitted): void | Promise<void>;
  /** It was kept: what was done ahead is taken back. */
  stay?(): void;
}

type BlockerBlocked = Extract<Blocker, { state: 'blocked' }>;

/** Which of the library's blockers is ours; it allows one. */
const GUARD = 'guard';
/** A page whose redirects lead in circles stays where it is. */
const MOST_REDIRECTS = 8;
const SCROLL_MILLISECONDS = 500;

/**
 * Makes the {@link RouterService} of a window. react-router keeps the history, and stops the browser's buttons while
 * the guard, which every way in passes first, has to ask or to fetch something.
 */
export function createRouter(options: RouterOptions, window: Window = globalThis.window): RouterService {
  const entries = numberEntries(window);
  // Which page an address is, the routes of the plugins say, which come and go; the library's own never do.
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
  // A page entered before the window is back would cut off the entries between.
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

  /** The library stopped a step of the browser's buttons, and is going back to where the page stands. */
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

  /** The library has brought the window somewhere. */
  function carried(href: string): void {
    const place = admitted;
    if (place === null) return;
    // Where a step led may be a redirect by now.
    if (place.href !== href) return void carrier.navigate(place.href, { replace: true });
    admitted = null;
    entries.settle();
    arrive(place);
  }

  /** @returns whether some place was entered */
  async function travel(wanted: string, going: Going): Promise<boolean> {
    newest += 1;
    const mine = newest;
    // Another navigation that began meanwhile counts instead.
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
      const { href, verdict } = await decide(wanted);
      if (!isCurrent() || verdict.kind === 'redirect') return keep();
      if (verdict.kind === 'enter') {
        await going.enter({ href, route: verdict.route });
        return true;
      }
      if (verdict.failed) options.tellFailedLogin();
      options.askLogin(() => void go(href));
      // There is no page yet to stay on.
      return isFirst ? await travel(HOME, going) : keep();
    } catch (error) {
      if (isCurrent() && isFirst) runInAction(() => (state.fault = error));
      return keep();
    }
  }

  /** Follows redirects to what is behind them. */
  async function decide(wanted: string): Promise<{ href: string; verdict: Verdict }> {
    let href = wanted;
    let verdict: Verdict = { kind: 'redirect', to: wanted };
    for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
      const { path, query, hash } = placeAt(href);
      verdict = await guard(path, guarding);
      if (verdict.kind !== 'redirect') break;
      const search = query.size === 0 ? '' : `?${query}`;
      href = verdict.keeps === true ? `${verdict.to}${search}${hash}` : verdict.to;
    }
    return { href, verdict };
  }

  function arrive({ href, route }: Admitted): void {
    const place = placeAt(href);
    const isFirst = state.route === null;
    const moved = place.path !== state.place.path;
    runInAction(() => {
      state.place = place;
      state.route = route;
      state.deciding = false;
      state.fault = null;
    });
    if (moved && !isFirst) scrollLater();
    if (place.path.toLowerCase() === LOGIN) options.askLogin(undefined);
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
      await go(createPath(carrier.state.location), { replace: true });
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
