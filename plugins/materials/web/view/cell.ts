import type { HTMLAttributes } from 'react';

import type { I18n } from '#core/web/i18n/i18n.ts';

import type { Material } from '#plugins/materials/calls.ts';
import type { Library } from '../list/Library.ts';
import { ratioOf } from '../parts/material-facts.ts';
import type { ViewActions } from './view-actions.ts';

/** What every tile and row is given. */
export interface CellProps {
  library: Library;
  viewActions: ViewActions;
  id: string;
  /** Before the ids of elements. */
  prefix: string;
}

/** A material's state in the list: selected, focused, refused, being renamed. */
export interface CellState {
  isChosen: boolean;
  /** Why it cannot be chosen here; null when it can. */
  refusal: string | null;
  isRenaming: boolean;
  /** What its element says of that, to the reader's tools and to the style. */
  attributes: Pick<HTMLAttributes<HTMLElement>, 'id' | 'draggable' | 'aria-selected' | 'aria-disabled'> &
    Record<`data-${string}`, string | boolean | undefined>;
}

/** The state of a material; call it while rendering, because it reads observables. */
export function cellState({ library, viewActions, id, prefix }: CellProps, material: Material): CellState {
  const isChosen = viewActions.isChosen(id);
  const refusal = viewActions.refusalOf(material);
  const isRenaming = library.renaming === id;
  return {
    ...{ isChosen, refusal, isRenaming },
    attributes: {
      id: `${prefix}${id}`,
      'data-id': id,
      'data-focus': library.selection.focus === id || undefined,
      'data-chosen': isChosen || undefined,
      'data-refused': refusal !== null || undefined,
      // Not told from the field inside by `:has()`, which costs each tile that comes into sight a look through it.
      'data-renaming': isRenaming || undefined,
      'data-state': material.state,
      'aria-selected': isChosen,
      'aria-disabled': refusal !== null || undefined,
      draggable: viewActions.drag !== undefined && !isRenaming && isFine(),
    },
  };
}

/** Where a finger does it, a long touch chooses instead of dragging. */
function isFine(): boolean {
  return matchMedia('(pointer: fine)').matches;
}

/** What is written of one when somebody points at it: size, shape, use. */
export function factsOf(material: Material, i18n: Pick<I18n, 't' | 'bytes' | 'ago'>): { is: string; did: string } {
  const { t } = i18n;
  const { mixCount, mixedAt, publishCount, split } = material;
  const is = [ratioOf(material), i18n.bytes(material.size)].filter((part) => part !== null).join(' · ');
  const did = [
    mixCount === 0 ? t('materials:never-mixed') : t('materials:mixed', { count: mixCount }),
    mixedAt === null ? '' : i18n.ago(mixedAt),
    publishCount === 0 ? '' : t('materials:published', { count: publishCount }),
    split === 'none' ? '' : t(`materials:split.${split}`),
  ];
  return { is, did: did.filter((part) => part !== '').join(' · ') };
}
