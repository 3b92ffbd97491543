import type { Material } from '#plugins/materials/calls.ts';

/** With which keys something was pressed. */
export interface PressKeys {
  /** Chooses all from the last chosen one to this. */
  range: boolean;
  /** Chooses this beside what is chosen. */
  beside: boolean;
}

/** What a view does with its materials: the library opens them, the picker chooses them. */
export interface ViewActions {
  isChosen(id: string): boolean;
  /** The number in the tick: the order of selection, from 1; null for a plain tick. */
  numberOf(id: string): number | null;
  /** Whether ticks show everywhere. */
  readonly isChoosing: boolean;
  /** Why one cannot be chosen, as a sentence; null when it can. */
  refusalOf(material: Material): string | null;
  press(material: Material, keys: PressKeys): void;
  /** Chooses it, or no longer. */
  tick(material: Material): void;
  /** Chooses exactly these, and what was chosen before where `beside` says so. */
  band(ids: readonly string[], before: readonly string[]): void;
  readonly chosen: readonly string[];
  clear(): void;
  /** Keys that only this view has. @returns whether it was one of them */
  key?(event: KeyboardEvent, focused: Material | undefined): boolean;
  /** The focus moved to another item. */
  moved?(id: string): void;
  /** What is dragged along when one is; absent where nothing can be. */
  drag?(id: string): readonly string[];
}
