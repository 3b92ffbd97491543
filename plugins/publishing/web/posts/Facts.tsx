import { Fragment } from 'react';
import './facts.css';

export interface Fact {
  text: string;
  tone?: 'alarm' | 'caution';
}

/** Short facts in a row; a line ends between them, never within one. */
export function Facts({ facts, title }: { facts: readonly Fact[]; title?: string }) {
  return (
    <span className="rp-facts" title={title}>
      {facts.map(({ text, tone }, at) => (
        <Fragment key={text}>
          {at > 0 && ' '}
          <span>
            <span data-tone={tone}>{text}</span>
            {at < facts.length - 1 && ' ·'}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
