import type { ReactNode } from 'react';

import './DialogParts.css';

/** The row of buttons at the end of a dialog, the primary action last. On a phone they are stacked. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="rp-dialog-actions">{children}</div>;
}
