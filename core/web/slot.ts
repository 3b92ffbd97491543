declare const holds: unique symbol;

/** A list that a host of it shows and any plugin may add to. */
export interface Slot<T> {
  readonly id: string;
  /** Whether something is what the slot takes; what is not is refused where it is added. */
  accepts?(item: T): boolean;
  readonly [holds]?: T;
}

/**
 * Names a slot.
 * @param id with the plugin that shows it first: `workbench.cards`
 * @param accepts looks at what is added, which may come from anybody; everything is taken when absent
 * @example export const WORKBENCH_CARDS = slot<WorkbenchCard>('workbench.cards');
 */
export function slot<T>(id: string, accepts?: (item: T) => boolean): Slot<T> {
  return Object.freeze(accepts === undefined ? { id } : { id, accepts });
}
