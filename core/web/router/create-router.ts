import { observable, runInAction } from 'mobx';

import type { Undo } from '../scope.ts';
import { guard, HOME, LOGIN, type GuardOptions, type Verdict } from './navigation-guard.ts';
import { createPageHistory } from './page-history.ts';
import type { AskUnsaved, MatchedRoute, Place, Router, UnsavedOptions } from './router.ts';

export interface RouterOptions extends GuardOptions {
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

/** A navigation on its way. */
interface Going {
  /** There is no page yet to stay on. */
  isFirst: boolean;
  /** Nobody is asked about what is not saved. */
  isAgreed?: boolean;
  /** The guard let a place in: puts it into the history. */
  enter(href: string): void;
  /** It was kept: what was done ahead is taken back. */
  stay(): void;
}

/** A page whose redirects lead in circles stays where it is. */
const MOST_REDIRECTS = 8;
const SCROLL_MILLISECONDS = 500;

/** Makes the {@link RouterService} of a window; every way in passes the guard first. */
export function createRouter(options: RouterOptions, window: Window = globalThis.window): RouterService {
  const history = createPageHistory(window);
  const state = observable(
    {
      place: placeAt(history.href),
      route: null as MatchedRoute | null,
      deciding: true,
      fault: null as unknown,
    },
    {},
    { deep: false },
  );
  const unsaved = new Set<{ ask: AskUnsaved; plugin: string | undefined; work: UnsavedOptions }>();
  let newest = 0;
  let scrolling: ReturnType<typeof setTimeout> | undefined;

  const hasUnsaved = (): boolean => [...unsaved].some(({ ask }) => ask('left'));
  const warn = (event: BeforeUnloadEvent): void => {
    if (hasUnsaved()) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  // Which page an address is, the plugin index says, not the address.
  const stopHearing = history.onPop(({ href, revert, settle }) => {
    void travel(href, {
      isFirst: state.route === null,
      stay: revert,
      enter(decided) {
        if (decided !== href) history.replace(decided);
        settle();
      },
    });
  });

  /** @returns whether some place was entered */
  async function travel(wanted: string, going: Going): Promise<boolean> {
    newest += 1;
    const mine = newest;
    // Another navigation that began meanwhile counts instead.
    const isCurrent = (): boolean => mine === newest;
    const keep = (): false => {
      if (isCurrent()) {
        runInAction(() => (state.deciding = false));
        going.stay();
      }
      return false;
    };
    runInAction(() => (state.deciding = true));
    if (going.isAgreed !== true && leaves(wanted) && hasUnsaved() && !(await options.confirmLoss())) return keep();
    try {
      const { href, verdict } = await decide(wanted);
      if (!isCurrent() || verdict.kind === 'redirect') return keep();
      if (verdict.kind === 'enter') {
        going.enter(href);
        arrive(href, verdict.route);
        return true;
      }
      if (verdict.failed) options.tellFailedLogin();
      options.askLogin(() => void go(href));
      if (!going.isFirst) return keep();
      return await travel(HOME, going);
    } catch (error) {
      if (isCurrent() && going.isFirst) runInAction(() => (state.fault = error));
      return keep();
    }
  }

  /** Follows redirects to what is behind them. */
  async function decide(wanted: string): Promise<{ href: string; verdict: Verdict }> {
    let href = wanted;
    let verdict: Verdict = { kind: 'redirect', to: wanted };
    for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
      const { path, query, hash } = placeAt(href);
      verdict = await guard(path, options);
      if (verdict.kind !== 'redirect') break;
      const search = query.size === 0 ? '' : `?${query}`;
      href = verdict.keeps === true ? `${verdict.to}${search}${hash}` : verdict.to;
    }
    return { href, verdict };
  }

  function arrive(href: string, route: MatchedRoute): void {
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
      isFirst: state.route === null,
      isAgreed,
      stay: () => undefined,
      enter(href) {
        if (replace || state.route === null || href === history.href) history.replace(href);
        else history.push(href);
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
      await go(history.href, { replace: true });
    },
    go: (to, settings) => go(to, { replace: settings?.replace }),
    leave: (to) => go(to, { isAgreed: true }),
    back: history.back,
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
      void stopHearing();
    },
  };
}

/** @param href path, query and hash */
function placeAt(href: string): Place {
  const { pathname, searchParams, hash } = new URL(href, 'http://workbench');
  return { path: pathname, query: searchParams, hash };
}
