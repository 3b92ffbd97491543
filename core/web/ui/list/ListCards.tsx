import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

import { useText } from '#core/web/react/use-text.ts';
import { Checkbox } from '../Checkbox.tsx';
import type { ListCard, ListItem } from './list-parts.ts';
import { useRowWindow } from './use-row-window.ts';
import './ListCards.css';

const GAP = 16;

export interface ListCardsProps<T extends ListItem> {
  label: string;
  card: ListCard<T>;
  items: readonly T[];
  nameOf(item: T): string;
  /** Undefined when nothing can be selected. */
  chosen?: ReadonlySet<string>;
  onChoose(ids: string[]): void;
  addressOf?(id: string): string;
}

/** The items of a list as cards; of a long list only the visible ones. */
export function ListCards<T extends ListItem>(properties: ListCardsProps<T>) {
  const { label, card, items, nameOf, chosen, onChoose, addressOf } = properties;
  const t = useText();
  const place = useRef<HTMLUListElement>(null);
  const columns = useColumns(place, card.width);
  const { from, to, above, below } = useRowWindow(place, {
    count: Math.ceil(items.length / columns),
    estimate: card.height + GAP,
    drawn: items,
  });
  const choose = (id: string, isChosen: boolean): void => {
    const rest = [...(chosen ?? [])].filter((other) => other !== id);
    onChoose(isChosen ? [...rest, id] : rest);
  };
  const cards = items.slice(from * columns, to * columns).map((item, at): ReactNode => {
    const { id } = item;
    return (
      <li
        key={id}
        className="rp-list-card"
        data-line={at % columns === 0 ? from + at / columns : undefined}
        data-chosen={chosen?.has(id) || undefined}
        aria-setsize={items.length}
        aria-posinset={from * columns + at + 1}
      >
        {chosen !== undefined && (
          <span className="rp-list-card__box">
            <Checkbox
              label={t('shell:ui.choose-row', { name: nameOf(item) })}
              labelHidden
              checked={chosen.has(id)}
              onChange={(isChosen) => choose(id, isChosen)}
            />
          </span>
        )}
        {card.draw(item, addressOf?.(id))}
      </li>
    );
  });
  return (
    <ul
      ref={place}
      className="rp-list-cards"
      aria-label={label}
      style={{
        gap: GAP,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        paddingBlock: `${above}px ${below}px`,
      }}
    >
      {cards}
    </ul>
  );
}

function useColumns(place: RefObject<HTMLElement | null>, width: number): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const measure = (): void => setColumns(Math.max(1, Math.floor((current.clientWidth + GAP) / (width + GAP))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [place, width]);
  return columns;
}
