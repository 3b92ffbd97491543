import { DialogTitle, PlainButton, useText, type DialogControl } from '@reelport/core';

import type { Kit } from '../calls.ts';
import { KitWords } from './KitWords.tsx';
import './brand-kit.css';

/** Asks which kit to use; closes with its id. */
export default function ChooseKit({ kits, close }: { kits: readonly Kit[] } & DialogControl<string>) {
  const t = useText();
  return (
    <div className="bk-choose">
      <DialogTitle>{t('brand-kit:choose.title')}</DialogTitle>
      <ul className="bk-list">
        {kits.map((kit) => (
          <li key={kit.id} className="bk-list__kit">
            <PlainButton className="bk-list__open" onClick={() => close(kit.id)}>
              <KitWords kit={kit} />
            </PlainButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
