import type { ReactNode } from 'react';

import { PluginScope } from '#core/web/react/PluginScope.tsx';
import { useSlotItems } from '#core/web/react/use-slot.ts';
import type { Slot } from '#core/web/slot.ts';

import { PluginBoundary } from './PluginBoundary.tsx';

/** Which slot, and how one of its items is drawn. */
export interface SlotItemsProps<T> {
  slot: Slot<T>;
  children: (item: T) => ReactNode;
  /** What is there as long as no plugin added anything. */
  empty?: ReactNode;
}

/**
 * Draws what plugins added to a slot, each item in the scope and the boundary of its plugin.
 * @example <SlotItems slot={WORKBENCH_CARDS}>{(card) => <Card card={card} />}</SlotItems>
 */
export function SlotItems<T>({ slot, children, empty = null }: SlotItemsProps<T>) {
  const items = useSlotItems(slot);
  if (items.length === 0) return empty;
  return items.map(({ context, item, key }) => (
    <PluginBoundary key={key} plugin={context.id} compact>
      <PluginScope context={context}>
        <Item item={item} draw={children} />
      </PluginScope>
    </PluginBoundary>
  ));
}

/** A component of its own, so that what `draw` throws stays inside the boundary. */
function Item<T>({ item, draw }: { item: T; draw: (item: T) => ReactNode }) {
  return draw(item);
}
