import { useMemo } from 'react';

import { useStore } from '#core/web/react/use-store.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { LibraryActions } from '../actions/LibraryActions.ts';
import type { Library } from '../list/Library.ts';
import type { ViewActions } from '../view/view-actions.ts';

export interface ViewActionsOptions {
  library: Library;
  /** Shows the details of one; null closes them. */
  open(id: string | null): void;
  /** Whether some are shown now. */
  isOpen(): boolean;
}

/** What the list of a library does: a press opens, or chooses once something is chosen. */
export function useViewActions({ library, open, isOpen }: ViewActionsOptions): ViewActions {
  const actions = useStore(LibraryActions);
  return useMemo(() => {
    const { selection, list, query } = library;
    const wanted = (focused: Material | undefined): readonly string[] =>
      selection.size > 0 ? selection.ids : focused === undefined ? [] : [focused.id];

    return {
      isChosen: selection.has,
      numberOf: () => null,
      get isChoosing() {
        return selection.size > 0;
      },
      get chosen() {
        return selection.ids;
      },
      refusalOf: () => null,
      clear: selection.clear,
      tick: ({ id }) => selection.toggle(id),
      press({ id }, { range, beside }) {
        if (range) selection.extendTo(id, list.ids);
        else if (beside || selection.size > 0) selection.toggle(id);
        else open(id);
      },
      band: (ids, before) => selection.replace([...new Set([...before, ...ids])]),
      drag(id) {
        const ids = selection.has(id) ? selection.ids : [id];
        actions.drag({ ids });
        return ids;
      },
      moved(id) {
        if (isOpen()) open(id);
      },
      key(event, focused) {
        const { key } = event;
        const isCommand = event.ctrlKey || event.metaKey;
        if (isCommand && key.toLowerCase() === 'a') selection.add(list.ids);
        else if (isCommand && key.toLowerCase() === 'z') void actions.undo();
        else if (isCommand) return false;
        else if (key === 'Enter' && focused !== undefined) open(focused.id);
        else if (key === 'F2' && focused !== undefined && !query.filters.trash) library.rename(focused.id);
        else if (key === 'Escape' && selection.size === 0 && isOpen()) open(null);
        else if (key === 'Delete' && wanted(focused).length > 0) {
          const ids = wanted(focused);
          goOn(library, ids);
          if (query.filters.trash) void actions.purge(ids, ids.length);
          else void actions.remove({ ids });
        } else return false;
        return true;
      },
    };
  }, [library, open, isOpen, actions]);
}

/** Moves the focus to the next item that stays. */
function goOn({ list, selection }: Library, ids: readonly string[]): void {
  const going = new Set(ids);
  const at = selection.focus === null ? -1 : (list.indexes.get(selection.focus) ?? -1);
  if (at < 0 || !going.has(list.ids[at] ?? '')) return;
  const next =
    list.ids.slice(at).find((id) => !going.has(id)) ?? list.ids.slice(0, at).findLast((id) => !going.has(id));
  selection.setFocus(next ?? null);
}
