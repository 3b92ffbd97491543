import type { ReactNode } from 'react';

import type { IconName } from '#core/web/components/Icon.tsx';
import type { TableColumn } from '../Table.tsx';

/** What a `ListPage` can list. */
export interface ListItem {
  readonly id: string;
}

/** One column of a `ListPage`. */
export interface ListColumn<T> extends TableColumn<T> {
  /** Links to the details of its row. */
  opens?: boolean;
  /** Its value in an exported file; without it the column is not exported. Times as the server returns them. */
  plain?(item: T): string | number | null;
}

/** One column of an exported file. */
export type ExportColumn<T> = Pick<ListColumn<T>, 'title' | 'plain'>;

/** How a `ListPage` draws its items as cards. */
export interface ListCard<T> {
  /** Minimum width and usual height of a card, in pixels. */
  width: number;
  height: number;
  /** @param opens address of its details, for a `Link`; undefined when the page has none */
  draw(item: T, opens: string | undefined): ReactNode;
}

/** An action on the selected items of a list. */
export interface BulkAction<T> {
  text: string;
  icon: IconName;
  /** It destroys something. */
  danger?: boolean;
  /** Errors are reported as the plugin's; the items stay selected until they leave the list. */
  run(items: readonly T[]): void | Promise<void>;
}

/** The details of one item, beside the list. Its id is in the address: `?id=…`. */
export interface ListDetails<T> {
  title(item: T): string;
  draw(item: T): ReactNode;
  /** Loads an item that is not listed; null when it does not exist. Without it such items count as deleted. */
  find?(id: string, signal: AbortSignal): Promise<T | null>;
}
