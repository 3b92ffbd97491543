import type { ReactNode } from 'react';

import './FactList.css';

export interface FactListProps {
  /** What each is called, and what it is; what has no value is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** What is known of a thing, one fact a line. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="rp-fact-list">
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
