import { DialogTitle, useText, type DialogControl } from '@reelport/core';

import type { Kit } from '../calls.ts';
import './brand-kit.css';

/** Asks which kit; closed with its id. */
export default function ChooseKit({ kits, close }: { kits: readonly Kit[] } & DialogControl<string>) {
  const t = useText();
  return (
    <div className="bk-choose">
      <DialogTitle>{t('brand-kit:choose.title')}</DialogTitle>
      <ul className="bk-list">
        {kits.map((kit) => (
          <li key={kit.id} className="bk-list__kit">
            <button type="button" className="bk-list__open" onClick={() => close(kit.id)}>
              <span className="bk-swatch" style={{ background: kit.color }} />
              <span className="bk-swatch" style={{ background: kit.outlineColor }} />
              <span className="bk-list__words">
                <strong>{kit.name}</strong>
                {kit.watermark !== '' && <span>{kit.watermark}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
