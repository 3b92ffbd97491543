import { createContext, use, type ReactNode } from 'react';

import './ReadOnly.css';

const ReadOnlyContext = createContext(false);

/** Whether the surrounding {@link ReadOnly} keeps everything as it is. */
export function useReadOnly(): boolean {
  return use(ReadOnlyContext);
}

export interface ReadOnlyProps {
  /** Whether it applies now; what is inside stays as it is when that changes. */
  when: boolean;
  children: ReactNode;
}

/** Shows fields and buttons that may be read but not used: all of them are disabled together. */
export function ReadOnly({ when, children }: ReadOnlyProps) {
  return (
    <ReadOnlyContext value={when}>
      <fieldset className="rp-read-only" disabled={when}>
        {children}
      </fieldset>
    </ReadOnlyContext>
  );
}
