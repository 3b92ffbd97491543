import type { Kit } from '../calls.ts';

/** How a kit appears in a list: its colours, its name, its watermark. */
export function KitWords({ kit }: { kit: Kit }) {
  return (
    <>
      <span className="bk-swatch" style={{ background: kit.color }} />
      <span className="bk-swatch" style={{ background: kit.outlineColor }} />
      <span className="bk-list__words">
        <strong>{kit.name}</strong>
        {kit.watermark !== '' && <span>{kit.watermark}</span>}
      </span>
    </>
  );
}
