import { createContext, use } from 'react';

import type { EditorStore } from './EditorStore.ts';

/** The project that is open on this page. */
export const EditorContext = createContext<EditorStore | null>(null);

/** The project that is open. @throws TypeError outside of an editor */
export function useEditor(): EditorStore {
  const store = use(EditorContext);
  if (store === null) throw new TypeError('this component stands in no editor');
  return store;
}
