import type { ReactNode } from 'react';

import './DialogParts.css';

/** The row of buttons that ends a dialog; the one next action comes last. On a phone they stand one above the other. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="rp-dialog-actions">{children}</div>;
}
