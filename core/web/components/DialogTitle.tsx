import { useContext, type ReactNode } from 'react';

import { DialogTitleId } from '../dialogs/dialog-title-id.ts';
import './DialogParts.css';

/** The heading of a dialog; it names the dialog for screen readers. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return (
    <h2 id={useContext(DialogTitleId)} className="rp-dialog-title">
      {children}
    </h2>
  );
}
