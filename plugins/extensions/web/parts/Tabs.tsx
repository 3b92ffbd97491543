import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

import './Tabs.css';

export interface TabsProps<T extends string> {
  /** Names all of them for screen readers. */
  label: string;
  tabs: readonly { id: T; title: string; count?: number }[];
  current: T;
  choose(tab: T): void;
  /** What the current one shows. */
  children: ReactNode;
}

/** Several views of one thing; the arrow keys go from one to the next. */
export function Tabs<T extends string>({ label, tabs, current, choose, children }: TabsProps<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  // On a phone the row is longer than the screen.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`[data-tab="${current}"]`) ?? null;
    if (row === null || tab === null) return;
    const over = tab.offsetLeft + tab.offsetWidth - row.offsetLeft - row.clientWidth;
    if (over > row.scrollLeft) row.scrollLeft = over;
  }, [current]);

  function press(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.id === current);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }

  return (
    <>
      <div ref={list} className="rp-ext-tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            className="rp-ext-tabs__tab"
            data-tab={tab.id}
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => choose(tab.id)}
            onKeyDown={press}
          >
            {tab.title}
            {tab.count !== undefined && <span className="rp-ext-tabs__count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className="rp-ext-panel" role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}
