import { useEffect } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { SPACE } from '#core/web/space/space.ts';
import { SpaceMeter } from '#core/web/space/SpaceMeter.tsx';
import { UPLOADS, type UploadItem } from '#core/web/uploads/uploads.ts';
import './SpaceBar.css';

const UNDER_WAY: readonly UploadItem['state'][] = ['queued', 'checking', 'uploading'];

/** How much of the account's space is used. */
export const SpaceBar = observer(function SpaceBar() {
  const t = useText();
  const i18n = useService(I18N);
  const space = useService(SPACE);
  const { path } = useService(ROUTER).place;
  const isUploading = useService(UPLOADS).items.some(({ state }) => UNDER_WAY.includes(state));

  useEffect(() => space.follow() as () => void, [space]);
  // Files are deleted on pages, so it reloads on a change of page, and when uploads end.
  useEffect(() => space.refresh(), [space, path, isUploading]);

  if (!space.isRead) return null;
  const { total, share, isLow } = space;
  const used = i18n.bytes(space.used);
  const text =
    total === null ? t('shell:space.unlimited', { used }) : t('shell:space.used', { used, total: i18n.bytes(total) });
  return (
    <div className="rp-space" title={text}>
      <p className="rp-space__text">{text}</p>
      {total !== null && <SpaceMeter label={t('shell:space.title')} text={text} share={share} isLow={isLow} />}
    </div>
  );
});
