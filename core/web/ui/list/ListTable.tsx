import { useMemo, useRef } from 'react';

import type { SortOrder } from '#core/web/live/Filter.ts';
import { Link } from '#core/web/router/links.ts';
import { Table, type TableColumn } from '../Table.tsx';
import type { ListColumn, ListItem } from './list-parts.ts';
import { useRowWindow } from './use-row-window.ts';

/** Height of a row with one line of text, in pixels. */
const ROW = 45;

export interface ListTableProps<T extends ListItem> {
  label: string;
  columns: readonly ListColumn<T>[];
  items: readonly T[];
  ids: readonly string[];
  nameOf(item: T): string;
  order: SortOrder | undefined;
  onSort: ((order: SortOrder) => void) | undefined;
  /** Undefined when nothing can be selected. */
  chosen?: ReadonlySet<string>;
  onChoose(ids: string[]): void;
  /** Address of an item's details; undefined when there are none. */
  addressOf?(id: string): string;
  /** The id of the item whose details stand beside the list; null for none. */
  opened: string | null;
}

/** The items of a list as table rows; of a long list only the visible ones. */
export function ListTable<T extends ListItem>(properties: ListTableProps<T>) {
  const { label, columns, items, ids, nameOf, order, onSort, chosen, onChoose, addressOf, opened } = properties;
  const place = useRef<HTMLDivElement>(null);
  const { from, to, count, above, below } = useRowWindow(place, { count: items.length, estimate: ROW, drawn: items });
  const linked = useMemo(
    () =>
      columns.map((column): TableColumn<T> => {
        const { opens = false, render } = column;
        if (!opens || addressOf === undefined) return column;
        const draw = (item: T) => (
          <Link
            className="rp-list__link"
            to={addressOf(item.id)}
            aria-current={item.id === opened ? 'true' : undefined}
          >
            {render(item)}
          </Link>
        );
        return { ...column, render: draw };
      }),
    [columns, addressOf, opened],
  );
  // Rendered again only when other rows come near, not on every scroll event.
  const table = useMemo(
    () => (
      <Table<T>
        label={label}
        columns={linked}
        rows={items.slice(from, to)}
        part={{ from, count, above, below }}
        ids={ids}
        idOf={({ id }) => id}
        nameOf={nameOf}
        sort={order}
        onSort={onSort}
        chosen={chosen}
        onChoose={onChoose}
        empty={null}
      />
    ),
    [label, linked, items, from, to, count, above, below, ids, nameOf, order, onSort, chosen, onChoose],
  );
  return <div ref={place}>{table}</div>;
}
