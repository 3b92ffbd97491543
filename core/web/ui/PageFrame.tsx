import type { ReactNode } from 'react';

import './PageFrame.css';

export interface PageFrameProps {
  title: string;
  /** Next to the title: a count or a state. */
  aside?: ReactNode;
  /** What the page is for, in a sentence. */
  about?: ReactNode;
  /** Buttons at the end of the title's line; one of them may be primary. */
  actions?: ReactNode;
  /** Search, filters, sorting: a line that wraps when it is too narrow. */
  filters?: ReactNode;
  /** `wide` for lists of pictures and editors; `reading` pages are at most 1440 pixels wide. */
  width?: 'reading' | 'wide';
  /** Being reloaded; the content stays. */
  busy?: boolean;
  children: ReactNode;
}

/** The frame of a page: title, actions, filters and content. */
export function PageFrame(properties: PageFrameProps) {
  const { title, aside, about, actions, filters, width = 'reading', busy = false, children } = properties;
  return (
    <div className="rp-page" data-width={width} aria-busy={busy || undefined}>
      <header className="rp-page__head">
        <div className="rp-page__title">
          <h1>{title}</h1>
          {aside !== undefined && <span className="rp-page__aside">{aside}</span>}
        </div>
        {actions !== undefined && <div className="rp-page__actions">{actions}</div>}
        {about !== undefined && <p className="rp-page__about">{about}</p>}
      </header>
      {filters !== undefined && <div className="rp-page__filters">{filters}</div>}
      {children}
    </div>
  );
}
