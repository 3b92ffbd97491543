import { createContext, useContext, type ReactNode } from 'react';

import './DialogParts.css';

/** The id that the title of the surrounding dialog must have, so that it labels the dialog. */
export const DialogTitleId = createContext<string | undefined>(undefined);

/** The heading of a dialog; it labels the dialog for screen readers. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return (
    <h2 id={useContext(DialogTitleId)} className="rp-dialog-title">
      {children}
    </h2>
  );
}
