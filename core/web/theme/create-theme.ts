import { action, observable } from 'mobx';

import { PAGE_COOKIES } from '#core/contract/boot.ts';

import { readPageCookie, writePageCookie } from '../page-cookie.ts';
import type { Undo } from '../scope.ts';
import type { Theme } from './theme.ts';

/** The kernel's {@link Theme}. */
export interface ThemeService extends Theme {
  /** Whether the user ever chose a theme in this browser. */
  readonly chosen: boolean;
  dispose: Undo;
}

const GROUND = { dark: '#0B0F14', light: '#F5F7F9' } as const;

/** Creates the {@link ThemeService} of a page. Dark unless the cookie's value is `false`. */
export function createTheme(window: Window = globalThis.window): ThemeService {
  const { document } = window;
  const kept = readPageCookie(PAGE_COOKIES.dark, document);
  const prefersLight = window.matchMedia('(prefers-color-scheme: light)');
  const state = observable({
    mode: kept === 'false' ? ('light' as const) : ('dark' as 'dark' | 'light'),
    light: prefersLight.matches,
    chosen: kept !== undefined,
  });
  const follow = action(({ matches }: { matches: boolean }) => {
    state.light = matches;
  });
  prefersLight.addEventListener('change', follow);
  paint(document, state.mode);

  const setMode = action((mode: 'dark' | 'light') => {
    state.mode = mode;
    state.chosen = true;
    writePageCookie(PAGE_COOKIES.dark, String(mode === 'dark'), document, window.location.protocol);
    paint(document, mode);
  });

  return {
    get mode() {
      return state.mode;
    },
    get system() {
      return state.light ? 'light' : 'dark';
    },
    get chosen() {
      return state.chosen;
    },
    setMode,
    toggle: () => setMode(state.mode === 'dark' ? 'light' : 'dark'),
    dispose: () => prefersLight.removeEventListener('change', follow),
  };
}

/** The server has rendered the page in the right theme; this is for changes. */
function paint(document: Document, mode: 'dark' | 'light'): void {
  document.body.setAttribute('theme-mode', mode);
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', mode);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', GROUND[mode]);
}
