import { useEffect, type RefObject } from 'react';

import { useWatched } from '#core/web/react/use-watched.ts';

import { useEditor } from '../store/use-editor.ts';

/** Gives the focus to the field that mends a rule, wherever in the page it is, as soon as it is there. */
export function useWanted(page: RefObject<HTMLElement | null>): void {
  const store = useEditor();
  const wanted = useWatched(() => store.work.wanted);
  useEffect(() => {
    if (wanted === null) return undefined;
    // The settings of what was selected are drawn first.
    const frame = requestAnimationFrame(() => {
      const place = page.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(wanted)}"]`);
      const field = place?.querySelector<HTMLElement>('[role="slider"]') ?? place;
      field?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      field?.focus({ preventScroll: true });
      store.work.arrive();
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, store, page]);
}
