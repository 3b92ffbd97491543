import { reaction } from 'mobx';

import type { Undo } from '#core/web/scope.ts';
import { createI18n, htmlLanguage } from '#core/web/i18n/create-i18n.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import type { Theme } from '#core/web/theme/theme.ts';
import { send, type FrameLink } from './frame-link.ts';

/** Texts in the user's language, supplied by the workbench, which also decides on the language. */
export function frameI18n(link: FrameLink): I18n & { dispose: Undo } {
  const { host } = link;
  const own = createI18n({
    language: link.state.language,
    texts: {},
    fetchTexts: (language, namespace) => host.texts(language, namespace),
    remember: () => undefined,
    // A sandboxed frame must not even read `document.cookie`.
    document: { documentElement: document.documentElement, cookie: '' } as Document,
  });
  const { texts = { zh: {}, en: {} } } = link.start.entry;
  own.add('zh', texts.zh);
  own.add('en', texts.en);
  const stop = reaction(
    () => link.state.language,
    (language) => send(own.setLanguage(language)),
  );
  document.documentElement.lang = htmlLanguage(own.language);
  return {
    get language() {
      return own.language;
    },
    t: own.t,
    load: own.load,
    setLanguage: (language) => host.setLanguage(language),
    ago: own.ago,
    time: own.time,
    date: own.date,
    count: own.count,
    number: own.number,
    bytes: own.bytes,
    dispose: stop,
  };
}

/** The workbench's theme, applied to the frame's page. */
export function frameTheme(link: FrameLink): Theme & { dispose: Undo } {
  const { host } = link;
  const setMode = (mode: 'dark' | 'light'): void => send(host.setTheme(mode));
  const dispose = reaction(
    () => link.state.theme,
    (mode) => {
      document.body.setAttribute('theme-mode', mode);
      document.documentElement.style.colorScheme = mode;
    },
    { fireImmediately: true },
  );
  return {
    get mode() {
      return link.state.theme;
    },
    get system() {
      return link.state.system;
    },
    setMode,
    toggle: () => setMode(link.state.theme === 'dark' ? 'light' : 'dark'),
    dispose,
  };
}
