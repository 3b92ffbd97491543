import { useEffect } from 'react';

import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SPACE } from '#core/web/space/space.ts';
import { SpaceMeter } from '#core/web/space/SpaceMeter.tsx';

import './SpaceUsed.css';

/** How much of the account's space is used. */
export default observer(function SpaceUsed() {
  const t = useText();
  const i18n = useService(I18N);
  const space = useService(SPACE);
  useEffect(() => space.follow() as () => void, [space]);

  const { failure, isRead, total, share, isLow, left } = space;
  const used = i18n.bytes(space.used);
  const text =
    total === null
      ? t('workbench:space.unlimited', { used })
      : t('workbench:space.used', { used, total: i18n.bytes(total) });
  return (
    <>
      {failure !== null && (
        <LoadError text={t('workbench:space.failed')} error={failure.error} onRetry={() => void space.load()} />
      )}
      {!isRead ? (
        failure === null && (
          <div className="rp-space-used__outline rp-workbench__outline" aria-hidden="true" data-unread="" />
        )
      ) : (
        <div className="rp-space-used">
          {total !== null && <SpaceMeter label={t('workbench:space.title')} text={text} share={share} isLow={isLow} />}
          <p>{text}</p>
          {isLow && total !== null && (
            <p className="rp-space-used__low">{t('workbench:space.low', { left: i18n.bytes(left) })}</p>
          )}
        </div>
      )}
    </>
  );
});
