import { createContext, useContext, type ReactNode } from 'react';

import './DialogParts.css';

/** The id that the title of the surrounding dialog has to bear, so that it names the dialog. */
export const DialogTitleId = createContext<string | undefined>(undefined);

/** The heading of a dialog; it names the dialog for screen readers. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return (
    <h2 id={useContext(DialogTitleId)} className="rp-dialog-title">
      {children}
    </h2>
  );
}
