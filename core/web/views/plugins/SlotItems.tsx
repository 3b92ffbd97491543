import type { ReactNode } from 'react';

import { PluginScope } from '#core/web/react/PluginScope.tsx';
import { useOutsideReader, useSlotItems } from '#core/web/react/use-slot.ts';
import type { Slot } from '#core/web/slot.ts';

import { PluginBoundary } from './PluginBoundary.tsx';

/** Which slot to show, and how to render one item. */
export interface SlotItemsProps<T> {
  slot: Slot<T>;
  children: (item: T) => ReactNode;
  /** Which of two stands first; by the ids of their plugins without it, and where it answers 0. */
  compare?: (a: T, b: T) => number;
  /** Shown while no plugin has added anything. */
  empty?: ReactNode;
}

/**
 * Renders what plugins added to a slot, each item in its plugin's scope and error boundary.
 * @example <SlotItems slot={WORKBENCH_CARDS}>{(card) => <Card card={card} />}</SlotItems>
 */
export function SlotItems<T>(properties: SlotItemsProps<T>): ReactNode {
  useOutsideReader(properties.slot);
  return <PartSlotItems {...properties} />;
}

/** The same within a part of the workbench, in whoever's page that is drawn. */
export function PartSlotItems<T>({ slot, children, compare, empty = null }: SlotItemsProps<T>): ReactNode {
  const items = useSlotItems(slot);
  if (items.length === 0) return empty;
  const sorted = compare === undefined ? items : items.toSorted((a, b) => compare(a.item, b.item));
  return sorted.map(({ context, item, key }) => (
    <PluginBoundary key={key} plugin={context.id} compact>
      <PluginScope context={context}>
        <Item item={item} draw={children} />
      </PluginScope>
    </PluginBoundary>
  ));
}

/** A separate component, so that errors of `draw` stay inside the boundary. */
function Item<T>({ item, draw }: { item: T; draw: (item: T) => ReactNode }) {
  return draw(item);
}
