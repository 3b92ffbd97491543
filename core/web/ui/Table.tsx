import SemiTable from '@douyinfe/semi-ui-19/lib/es/table';
import { useCallback, useRef, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';

import { Icon } from '../components/Icon.tsx';
import type { SortOrder } from '../live/Filter.ts';
import { useText } from '../react/use-text.ts';
import { Checkbox } from './Checkbox.tsx';
import { SemiScope } from './semi/SemiScope.tsx';
import { setAttribute, useMended } from './semi/use-mended.ts';
import { Skeleton } from './Skeleton.tsx';
import './Table.css';

/** One column of a {@link Table}. */
export interface TableColumn<R> {
  key: string;
  title: string;
  /** Pixels; columns without a width share the rest. */
  width?: number;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  /** Left out of tables on pages below 1200 pixels, where others need its room; cards have it. */
  needsRoom?: boolean;
  sortable?: boolean;
  /** `—` where a row has nothing to show: it stands in a table, and is left out of the card that a row is on a phone. */
  render(row: R): ReactNode;
}

/** What a {@link Table} is sorted by: the key of a column. */
export type TableSort = SortOrder;

/** Which rows of a long table are given to it, and how much room the others take. */
export interface TablePart {
  /** Index of the first row that is given. */
  from: number;
  /** All rows. */
  count: number;
  /** Pixels of the rows before and after. */
  above: number;
  below: number;
}

export interface TableProps<R> {
  /** Accessible name. */
  label: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  idOf(row: R): string;
  /** Names a row for screen readers, in the label of its checkbox. */
  nameOf(row: R): string;
  sort?: TableSort;
  onSort?(sort: TableSort): void;
  /** Ids of the selected rows; without it rows cannot be selected. */
  chosen?: ReadonlySet<string>;
  onChoose?(ids: string[]): void;
  /** When `rows` are only a part of all. */
  part?: TablePart;
  /** Ids of all rows, when `rows` are only a part; "choose all" is about these. */
  ids?: readonly string[];
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** The first rows are being loaded. */
  busy?: boolean;
}

/** A table that can be sorted and selected from; on a phone each row is a card. */
export function Table<R extends object>(properties: TableProps<R>) {
  const { rows, empty, busy = false } = properties;
  if (busy && rows.length === 0) return <Skeleton shape="rows" count={5} />;
  return rows.length === 0 ? empty : <Rows {...properties} />;
}

/** Pages with little room for a table, but no cards. */
const TIGHT = '(min-width: 720px) and (max-width: 1199.98px)';
const isTight = (): boolean => window.matchMedia(TIGHT).matches;
function followWidth(changed: () => void): () => void {
  const query = window.matchMedia(TIGHT);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

function Rows<R extends object>(properties: TableProps<R>) {
  const tight = useSyncExternalStore(followWidth, isTight);
  const columns = tight ? properties.columns.filter(({ needsRoom }) => needsRoom !== true) : properties.columns;
  const { label, rows, idOf, nameOf, sort, onSort, chosen, onChoose, part } = properties;
  const ids = properties.ids ?? rows.map(idOf);
  const rowCount = part === undefined ? null : String(part.count + 1);
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const mend = useCallback(
    (element: HTMLElement) => {
      const table = element.querySelector('table');
      if (table === null) return;
      setAttribute(table, 'role', 'table');
      setAttribute(table, 'aria-label', label);
      setAttribute(table, 'aria-rowcount', rowCount);
      for (const cell of table.querySelectorAll('[role="gridcell"]')) setAttribute(cell, 'role', 'cell');
    },
    [label, rowCount],
  );
  useMended(place, mend);

  return (
    <div
      ref={place}
      className="rp-table"
      data-part={part !== undefined || undefined}
      style={{ '--rp-above': `${part?.above ?? 0}px`, '--rp-below': `${part?.below ?? 0}px` } as CSSProperties}
    >
      <SemiScope>
        <SemiTable<R>
          pagination={false}
          rowKey={(row?: R) => (row === undefined ? '' : idOf(row))}
          dataSource={[...rows]}
          onRow={(_, index = 0) => ({
            'data-line': (part?.from ?? 0) + index,
            'aria-rowindex': part === undefined ? undefined : part.from + index + 2,
          })}
          columns={columns.map(({ key, title, width, align = 'start', sortable = false, render }) => ({
            key,
            dataIndex: key,
            width,
            className: `rp-table__cell rp-table__cell--${align}`,
            title: sortable ? (
              <SortButton
                title={title}
                state={sort?.by !== key ? null : sort.descending ? 'descending' : 'ascending'}
                onPress={() => onSort?.({ by: key, descending: sort?.by === key ? !sort.descending : false })}
              />
            ) : (
              title
            ),
            onHeaderCell: () => ({
              'aria-sort': sort?.by === key ? (sort.descending ? 'descending' : 'ascending') : undefined,
            }),
            onCell: () => ({ 'data-title': title }),
            render: (_: unknown, row: R) => orNone(render(row)),
          }))}
          {...(chosen === undefined
            ? {}
            : {
                rowSelection: {
                  width: 44,
                  selectedRowKeys: [...chosen],
                  renderCell: ({ record, inHeader }) => (
                    <Checkbox
                      label={inHeader ? t('shell:ui.choose-all') : t('shell:ui.choose-row', { name: nameOf(record) })}
                      labelHidden
                      checked={inHeader ? ids.every((id) => chosen.has(id)) : chosen.has(idOf(record))}
                      partly={inHeader && chosen.size > 0 && !ids.every((id) => chosen.has(id))}
                      onChange={(isChosen) => onChoose?.(changed(chosen, inHeader ? ids : [idOf(record)], isChosen))}
                    />
                  ),
                },
              })}
        />
      </SemiScope>
    </div>
  );
}

/** What a cell shows that has nothing to show. */
const NONE = '—';

/** Marks a cell without anything, which is no line of a card. */
function orNone(shown: ReactNode): ReactNode {
  return shown === NONE ? <span className="rp-table__none">{shown}</span> : shown;
}

function changed(chosen: ReadonlySet<string>, ids: readonly string[], isChosen: boolean): string[] {
  const rest = [...chosen].filter((id) => !ids.includes(id));
  return isChosen ? [...rest, ...ids] : rest;
}

interface SortButtonProps {
  title: string;
  state: 'ascending' | 'descending' | null;
  onPress(): void;
}

function SortButton({ title, state, onPress }: SortButtonProps) {
  return (
    <button type="button" className="rp-table__sort" data-state={state ?? undefined} onClick={onPress}>
      {title}
      <Icon name={state === null ? 'sort' : state === 'ascending' ? 'arrow-up' : 'arrow-down'} size={16} />
    </button>
  );
}
