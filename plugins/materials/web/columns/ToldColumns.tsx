import { useEffect, type CSSProperties } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { MATERIAL_COLUMNS } from '#plugins/materials/api.ts';
import type { Material, MaterialKind } from '#plugins/materials/calls.ts';
import { ColumnsStore } from './ColumnsStore.ts';
import './ToldColumns.css';

/** Most columns of plugins: what is beyond them finds no room. */
const MAX_COLUMNS = 4;

const useColumns = (kind: MaterialKind) =>
  useSlot(MATERIAL_COLUMNS)
    .filter(({ item }) => item.kinds.includes(kind))
    .slice(0, MAX_COLUMNS);

/** Reads what plugins' columns say, for as long as a list is shown. @returns the room that they take in each row */
export function useToldColumns(kind: MaterialKind): CSSProperties {
  const { asked } = useStore(ColumnsStore);
  const { faults } = useKernel();
  const items = useSlot(MATERIAL_COLUMNS);
  useEffect(() => asked.show(items, (plugin, error) => faults.take(plugin, 'handler', error)), [asked, items, faults]);
  const count = useColumns(kind).length;
  return (count === 0 ? {} : { '--rp-told': `repeat(${count}, 88px)` }) as CSSProperties;
}

/** The heads of plugins' columns. */
export function ToldHeads({ kind }: { kind: MaterialKind }) {
  const t = useText();
  return useColumns(kind).map(({ key, item }) => (
    <span key={key} role="columnheader" className="rp-row__told">
      {t(item.title)}
    </span>
  ));
}

/** The cells of plugins' columns for a material; they are asked for while this is drawn. */
export const ToldCells = observer(function ToldCells({ material }: { material: Material }) {
  const t = useText();
  const { asked } = useStore(ColumnsStore);
  useEffect(() => asked.see(material), [asked, material]);
  const said = asked.of(material.id);
  return useColumns(material.kind).map(({ key }) => {
    const cell = said.get(key);
    const text = cell === undefined ? '–' : t(cell.text, cell.params);
    return (
      <span key={key} role="gridcell" className="rp-row__told" title={text}>
        {text}
      </span>
    );
  });
});
