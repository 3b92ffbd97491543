import { useEffect, useState } from 'react';

import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createPluginLog } from '#core/web/kernel/plugin-log.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { SESSION } from '#core/web/session/session.ts';
import { UPLOADS, type UploadItem } from '#core/web/uploads/uploads.ts';
import './SpaceBar.css';

interface Capacity {
  fdTotalSize: number;
  fdUsedSize: number;
}

const log = createPluginLog('shell');
const UNDER_WAY: readonly UploadItem['state'][] = ['queued', 'checking', 'uploading'];

/** How much of the account's space is used. */
export const SpaceBar = observer(function SpaceBar() {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const user = useService(SESSION).user?.id;
  const { path } = useService(ROUTER).place;
  const isUploading = useService(UPLOADS).items.some(({ state }) => UNDER_WAY.includes(state));
  const [capacity, setCapacity] = useState<Capacity | null>(null);

  // Deletions happen on pages: a change of page is when to look again, and so is the end of uploads.
  useEffect(() => {
    const aborter = new AbortController();
    http
      .send<Capacity>({
        method: 'GET',
        path: '/api/account/ossFileCapacity',
        handlesErrors: true,
        signal: aborter.signal,
      })
      .then(setCapacity, (error: unknown) => {
        if (!aborter.signal.aborted) log.warn('the space used could not be read', error);
      });
    return () => aborter.abort();
  }, [http, user, path, isUploading]);

  if (capacity === null) return null;
  const used = i18n.bytes(capacity.fdUsedSize);
  const text =
    capacity.fdTotalSize === 0
      ? t('shell:space.unlimited', { used })
      : t('shell:space.used', { used, total: i18n.bytes(capacity.fdTotalSize) });
  const share = capacity.fdTotalSize === 0 ? 0 : Math.min(1, capacity.fdUsedSize / capacity.fdTotalSize);
  return (
    <div className="rp-space" title={text} data-full={share > 0.9 || undefined}>
      <p className="rp-space__text">{text}</p>
      {capacity.fdTotalSize > 0 && (
        <meter className="rp-space__bar" min={0} max={1} value={share} aria-label={t('shell:space.title')}>
          {text}
        </meter>
      )}
    </div>
  );
});
