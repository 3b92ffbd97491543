import { useEffect } from 'react';

import type { Cost, RunExtent } from '#core/contract/price.ts';

import { PURCHASE_MEMBER } from '../features/create-feature-gate.ts';
import { PLUGINS } from '../plugins/plugins.ts';
import { observer } from '../react/observer.ts';
import { useOptionalService } from '../react/use-service.ts';
import { useText } from '../react/use-text.ts';
import { Link } from '../router/links.ts';
import { isPageAddress } from '../router/route-objects.ts';
import { SESSION } from '../session/session.ts';
import { costParams, shownCost, useToolPrice } from './tool-price.ts';
import './CostNote.css';

export interface CostNoteProps {
  /** The tool's name, such as `crop.cut`. */
  tool: string;
  /** What the run will come to at most. */
  extent: RunExtent;
  /** Told what is shown, null while that is nothing: what whoever starts the run then agrees to. */
  onShown(cost: Cost | null): void;
}

/**
 * What a run costs and what is left for it, beside the button that starts it; nothing for a tool that costs nothing.
 * Where too little is left, it leads to where there is more; a sub-account has to ask.
 */
export const CostNote = observer(function CostNote({ tool, extent, onShown }: CostNoteProps) {
  const t = useText();
  const plugins = useOptionalService(PLUGINS);
  const isMain = useOptionalService(SESSION)?.isMainAccount ?? true;
  const known = useToolPrice(tool);
  const cost = shownCost(known, extent);
  const { unit, amount } = cost ?? {};
  useEffect(() => {
    onShown(unit === undefined || amount === undefined ? null : { unit, amount });
  }, [unit, amount, onShown]);
  if (cost === null || known === null) return null;
  const isShort = known.available < cost.amount;
  return (
    <p className="rp-cost" data-short={isShort || undefined} role="status">
      {t(`shell:cost.${isShort ? 'short' : 'uses'}-${cost.unit}`, costParams(cost, known.available))}
      {isShort && !isMain && <span>{t('shell:cost.ask-main')}</span>}
      {isShort && isMain && plugins !== undefined && isPageAddress(plugins, PURCHASE_MEMBER) && (
        <Link to={PURCHASE_MEMBER}>{t('shell:cost.more')}</Link>
      )}
    </p>
  );
});
