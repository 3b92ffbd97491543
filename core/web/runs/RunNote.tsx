import type { ReactNode } from 'react';

import { Icon } from '../components/Icon.tsx';
import './RunNote.css';

/** Something about a run that its owner should know, with what can be done about it. */
export function RunNote({ kind, children }: { kind: 'alarm' | 'caution' | 'info'; children: ReactNode }) {
  return (
    <div className="rp-run-note" data-kind={kind}>
      <Icon name={kind === 'info' ? 'info' : 'warning'} size={16} />
      {children}
    </div>
  );
}

/** What is told in a line of a note, one for each. */
export function RunNoteList({ children }: { children: ReactNode }) {
  return <ul className="rp-run-note__list">{children}</ul>;
}
