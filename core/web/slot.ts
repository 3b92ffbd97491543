declare const holds: unique symbol;

/** A list that one part of the workbench shows and any plugin may add to. */
export interface Slot<T> {
  readonly id: string;
  /** Whether the slot accepts an item; other items are left out. */
  accepts?(item: T): boolean;
  readonly [holds]?: T;
}

/**
 * Declares a slot.
 * @param id prefixed with the plugin that shows it: `workbench.cards`
 * @param accepts validates added items, which may come from any plugin; everything is accepted by default
 * @example export const WORKBENCH_CARDS = slot<WorkbenchCards>('workbench.cards');
 */
export function slot<T>(id: string, accepts?: (item: T) => boolean): Slot<T> {
  return Object.freeze(accepts === undefined ? { id } : { id, accepts });
}
