import type { ReactNode } from 'react';

import './ActionBar.css';

/** The foot of a page that is long: what will come of it and the buttons, in sight wherever the page is scrolled to. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className="rp-action-bar">{children}</div>;
}
