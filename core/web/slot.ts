declare const holds: unique symbol;

/** A list that a host of it shows and any plugin may add to. */
export interface Slot<T> {
  readonly id: string;
  readonly [holds]?: T;
}

/**
 * Names a slot.
 * @param id with the plugin that shows it first: `workbench.cards`
 * @example export const WORKBENCH_CARDS = slot<WorkbenchCard>('workbench.cards');
 */
export function slot<T>(id: string): Slot<T> {
  return Object.freeze({ id });
}
