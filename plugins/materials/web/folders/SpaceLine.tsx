import { useEffect } from 'react';

import { EVENTS } from '#core/web/events/events.ts';
import { FEATURE_GATE } from '#core/web/features/feature-gate.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SPACE } from '#core/web/space/space.ts';
import { SpaceMeter } from '#core/web/space/SpaceMeter.tsx';
import { Button } from '#core/web/components/Button.tsx';
import { materialsChanged } from '#plugins/materials/events.ts';

import './SpaceLine.css';

/** How much of the account's space is used, and what happens when it is full. */
export const SpaceLine = observer(function SpaceLine() {
  const t = useText();
  const i18n = useService(I18N);
  const gate = useService(FEATURE_GATE);
  const events = useService(EVENTS);
  const space = useService(SPACE);
  useEffect(() => space.follow() as () => void, [space]);
  // Added and removed materials change the used space.
  useEffect(() => events.on(materialsChanged, space.refresh, space.refresh) as () => void, [events, space]);

  if (!space.isRead) return null;
  const { used, total, left, share, isLow, isFull } = space;
  const text =
    total === null
      ? t('materials:space.unlimited', { used: i18n.bytes(used) })
      : t('materials:space.used', { used: i18n.bytes(used), total: i18n.bytes(total) });
  return (
    <div className="rp-space-line" data-low={isLow || undefined}>
      {total !== null && <SpaceMeter label={t('materials:space.title')} text={text} share={share} isLow={isLow} />}
      <p>{text}</p>
      {isLow && (
        <p className="rp-space-line__note">
          {isFull ? t('materials:space.full') : t('materials:space.low', { left: i18n.bytes(left) })}{' '}
          <Button variant="link" size="small" onClick={() => gate.offerUpgrade()}>
            {t('materials:space.more')}
          </Button>
        </p>
      )}
    </div>
  );
});
