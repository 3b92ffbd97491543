import SemiTabs from '@douyinfe/semi-ui-19/lib/es/tabs';
import TabPane from '@douyinfe/semi-ui-19/lib/es/tabs/TabPane';
import { useId, useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';

import { Icon, type IconName } from '../components/Icon.tsx';
import './semi/base.ts';
import './Tabs.css';

/** One of the {@link Tabs}. */
export interface Tab<T extends string> {
  value: T;
  text: string;
  icon?: IconName;
  /** Shows only the icon; the text becomes its tooltip and accessible name. */
  textHidden?: boolean;
  /** Number of entries in it. */
  count?: number;
  disabled?: boolean;
}

export interface TabsProps<T extends string> {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange(value: NoInfer<T>): void;
  /** `wide`: the tabs share the whole width; `line` by default. */
  look?: 'line' | 'wide';
  /** The content of the selected tab. */
  children: ReactNode;
}

/** Tabs; the arrow keys move to the next one and select it. */
export function Tabs<T extends string>({ label, tabs, value, onChange, look = 'line', children }: TabsProps<T>) {
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const choose = (key: string | undefined): void => {
    const chosen = tabs.find((tab) => `${id}${tab.value}` === key);
    if (chosen !== undefined && chosen.value !== value && chosen.disabled !== true) onChange(chosen.value);
  };

  // Semi offers neither a label for the tab list nor a tooltip for a tab.
  useLayoutEffect(() => {
    whole.current?.querySelector('[role="tablist"]')?.setAttribute('aria-label', label);
    for (const tab of tabs) {
      const drawn = whole.current?.querySelector(`[data-tabkey="${CSS.escape(`semiTab${id}${tab.value}`)}"]`);
      if (tab.textHidden === true) drawn?.setAttribute('title', tab.text);
    }
  }, [id, label, tabs]);

  // On a phone the tabs may be wider than the screen.
  useLayoutEffect(() => {
    const row = whole.current?.querySelector<HTMLElement>('[role="tablist"]');
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (row === null || row === undefined || tab === null || tab === undefined) return;
    // The first one is in sight. To ask where a tab is has the whole page laid out while it is still being drawn.
    if (tab.previousElementSibling === null) return;
    const over = tab.offsetLeft + tab.offsetWidth - row.offsetLeft - row.clientWidth;
    if (over > row.scrollLeft) row.scrollLeft = over;
  }, [value]);

  return (
    <div
      ref={whole}
      className={`rp-tabs rp-tabs--${look}`}
      onFocus={({ target }: FocusEvent<HTMLElement>) => {
        const list = target.closest('[role="tablist"]');
        if (
          target.getAttribute('role') === 'tab' &&
          list !== null &&
          whole.current?.firstElementChild?.contains(list) === true
        ) {
          choose(target.dataset['tabkey']?.replace('semiTab', ''));
        }
      }}
    >
      <SemiTabs
        activeKey={`${id}${value}`}
        tabPaneMotion={false}
        tabList={tabs.map((tab) => ({
          itemKey: `${id}${tab.value}`,
          tab: <TabText {...tab} />,
          disabled: tab.disabled === true,
        }))}
        onChange={choose}
      >
        <TabPane itemKey={`${id}${value}`} tabIndex={-1}>
          {children}
        </TabPane>
      </SemiTabs>
    </div>
  );
}

function TabText({ text, icon, textHidden = false, count }: Tab<string>) {
  return (
    <>
      {icon !== undefined && <Icon name={icon} size={textHidden ? 20 : 16} />}
      <span className={textHidden ? 'rp-visually-hidden' : undefined}>{text}</span>
      {count !== undefined && <span className="rp-tabs__count">{count}</span>}
    </>
  );
}
