import type { KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';

import type { OpenedWebBuild } from './web-build.ts';

/** A page of a plugin, as far as this depends on it. */
export interface OpenedPage {
  plugin: string;
  page: string | undefined;
  /** Whether it stands in the frame of the workbench. */
  isFramed: boolean;
}

/** What a page needs beside the start, which would otherwise ask for one after the other. */
export interface Ahead {
  scripts: readonly string[];
  styles: readonly string[];
  texts: readonly string[];
}

/** Chunks that every page of a member needs: the workbench's frame, and calls. */
const MEMBERS = ['shell', 'wire'];

/**
 * What to fetch beside the start: the code of the page, and for members the workbench's frame and the plugins that fill
 * the page's slots, with their texts.
 */
export function aheadOf(
  build: OpenedWebBuild,
  route: OpenedPage | undefined,
  { installed, language, isAnonymous }: { installed: readonly KnownPlugin[]; language: string; isAnonymous: boolean },
): Ahead {
  if (route === undefined) return { scripts: [], styles: [], texts: [] };
  const { plugin, page, isFramed } = route;
  const isMembers = isFramed && !isAnonymous;
  const fillers = isMembers ? fillersOf(installed, plugin).filter((id) => build.plugins[id] !== undefined) : [];
  const chunks = [
    ...[plugin, ...fillers].map((id) => build.plugins[id]),
    ...(isMembers ? [...MEMBERS, `plugin-${plugin}-web-${page}Page`].map((name) => build.chunks[name]) : []),
  ];
  const of = (kind: 'js' | 'css'): string[] => [
    ...new Set(chunks.flatMap((chunk) => chunk?.[kind] ?? []).filter((address) => !build[kind].includes(address))),
  ];
  const texts = fillers.map((id) => `/locales/${language}/${id}.${build.texts}.json`).filter(build.has);
  return { scripts: of('js'), styles: of('css'), texts };
}

/** Plugins that fill slots of another one. */
function fillersOf(installed: readonly KnownPlugin[], plugin: string): string[] {
  return installed.flatMap(({ manifest, disabled }) =>
    !disabled && manifest.id !== plugin && manifest.slots.some((slot) => slot.startsWith(`${plugin}.`))
      ? [manifest.id]
      : [],
  );
}
