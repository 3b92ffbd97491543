import type { ReactNode } from 'react';

import type { IconName } from '#core/web/components/Icon.tsx';
import type { TableColumn } from '../Table.tsx';

/** What a `ListPage` can list. */
export interface ListItem {
  readonly id: string;
}

/** One column of a `ListPage`. */
export interface ListColumn<T> extends TableColumn<T> {
  /** Leads to the details of its row. */
  opens?: boolean;
  /** What stands in an exported file; without it the column is not exported. Times as the server tells them. */
  plain?(item: T): string | number | null;
}

/** How a `ListPage` draws its items when they are no rows. */
export interface ListCard<T> {
  /** Pixels that a card is wide at least, and high as a rule. */
  width: number;
  height: number;
  /** @param opens leads to its details, for a `Link`; undefined where the page has none */
  draw(item: T, opens: string | undefined): ReactNode;
}

/** What can be done with the chosen items of a list. */
export interface BulkAction<T> {
  text: string;
  icon: IconName;
  /** It destroys something. */
  danger?: boolean;
  /** What it throws is told as the plugin's; the items stay chosen until they leave the list. */
  run(items: readonly T[]): void | Promise<void>;
}

/** All about one item, beside the list. Its id stands in the address: `?id=…`. */
export interface ListDetails<T> {
  title(item: T): string;
  draw(item: T): ReactNode;
  /** Loads one that is not listed; null when there is none. Without it such a one counts as gone. */
  find?(id: string, signal: AbortSignal): Promise<T | null>;
}
