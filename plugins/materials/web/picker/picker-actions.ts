import type { Material } from '#plugins/materials/calls.ts';
import type { Library } from '../list/Library.ts';
import type { ViewActions } from '../view/view-actions.ts';
import type { PickerState } from './PickerState.ts';

/** What the list of a picker does: every press chooses. @param finish ends it; with the only one that is wanted */
export function pickerActions(
  library: Library,
  state: PickerState,
  finish: (material?: Material) => void,
): ViewActions {
  const { list, selection } = library;
  let last: string | null = null;

  function toggle(material: Material): void {
    state.toggle(material);
    last = material.id;
  }

  return {
    isChosen: state.has,
    numberOf: (id) => (state.isMultiple && state.has(id) ? state.orderOf(id) : null),
    isChoosing: true,
    get chosen() {
      return state.materials.map(({ id }) => id);
    },
    refusalOf: state.refusalOf,
    clear: () => undefined,
    tick: toggle,
    press(material, { range }) {
      const from = last === null ? -1 : (list.indexes.get(last) ?? -1);
      const to = list.indexes.get(material.id) ?? -1;
      if (!range || !state.isMultiple || from < 0 || to < 0) {
        toggle(material);
        return;
      }
      const ids = list.ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      state.add(list.pick(from > to ? ids.toReversed() : ids));
    },
    band(ids, before) {
      if (!state.isMultiple) return;
      const kept = new Set([...before, ...ids]);
      for (const { id } of state.materials) if (!kept.has(id)) state.drop(id);
      state.add(list.pick(ids));
    },
    key(event, focused) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
        state.add(list.pick(list.ids));
        return true;
      }
      if (event.key !== 'Enter') return false;
      // Enter chooses the only one, and is done with several.
      if (state.isMultiple && state.size > 0) finish();
      else if (focused !== undefined) finish(focused);
      selection.setFocus(focused?.id ?? null);
      return true;
    },
  };
}
