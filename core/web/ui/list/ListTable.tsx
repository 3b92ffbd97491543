import { useMemo, useRef } from 'react';

import type { SortOrder } from '#core/web/live/Filter.ts';
import { Link } from '#core/web/router/links.ts';
import { Table, type TableColumn } from '../Table.tsx';
import type { ListColumn, ListItem } from './list-parts.ts';
import { useRowWindow } from './use-row-window.ts';

/** Pixels of a row of one line. */
const ROW = 45;

export interface ListTableProps<T extends ListItem> {
  label: string;
  columns: readonly ListColumn<T>[];
  items: readonly T[];
  ids: readonly string[];
  nameOf(item: T): string;
  order: SortOrder | undefined;
  onSort: ((order: SortOrder) => void) | undefined;
  /** Undefined where nothing can be chosen. */
  chosen?: ReadonlySet<string>;
  onChoose(ids: string[]): void;
  /** Where the details of an item are; undefined where there are none. */
  addressOf?(id: string): string;
}

/** The items of a list as rows, of a long one those that are seen. */
export function ListTable<T extends ListItem>(properties: ListTableProps<T>) {
  const { label, columns, items, ids, nameOf, order, onSort, chosen, onChoose, addressOf } = properties;
  const place = useRef<HTMLDivElement>(null);
  const { from, to, count, above, below } = useRowWindow(place, { count: items.length, estimate: ROW, drawn: items });
  const linked = useMemo(
    () =>
      columns.map((column): TableColumn<T> => {
        const { opens = false, render } = column;
        if (!opens || addressOf === undefined) return column;
        const draw = (item: T) => (
          <Link className="rp-list__link" to={addressOf(item.id)}>
            {render(item)}
          </Link>
        );
        return { ...column, render: draw };
      }),
    [columns, addressOf],
  );
  // Drawn anew only when other rows come near, and not with every step of scrolling.
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
