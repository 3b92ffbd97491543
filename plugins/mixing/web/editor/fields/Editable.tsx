import type { ReactNode } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { ReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { useEditor } from '../store/use-editor.ts';

/** Fields and buttons that change the project: what a tier locks can only be looked at. */
export const Editable = observer(function Editable({ children }: { children: ReactNode }) {
  return <ReadOnly when={useEditor().lock !== null}>{children}</ReadOnly>;
});
