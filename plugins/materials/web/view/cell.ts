import type { I18n } from '#core/web/i18n/i18n.ts';

import type { Material } from '#plugins/materials/calls.ts';
import type { Library } from '../list/Library.ts';
import { ratioOf } from '../parts/material-facts.ts';
import type { ViewWays } from './view-ways.ts';

/** What every tile and row is given. */
export interface CellProps {
  library: Library;
  ways: ViewWays;
  id: string;
  /** Before the ids of elements. */
  prefix: string;
}

/** What is written of one when somebody points at it: size, shape, use. */
export function factsOf(material: Material, i18n: Pick<I18n, 't' | 'bytes' | 'ago'>): { is: string; did: string } {
  const { t } = i18n;
  const { mixCount, mixedAt, split } = material;
  const is = [ratioOf(material), i18n.bytes(material.size)].filter((part) => part !== null).join(' · ');
  const did = [
    mixCount === 0 ? t('materials:never-mixed') : t('materials:mixed', { count: mixCount }),
    mixedAt === null ? '' : i18n.ago(mixedAt),
    split === 'none' ? '' : t(`materials:split.${split}`),
  ];
  return { is, did: did.filter((part) => part !== '').join(' · ') };
}
