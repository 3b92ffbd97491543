import { useEffect, useState } from 'react';

import { addedBy } from '#core/contract/slow-stretches.ts';
import { Button } from '#core/web/components/Button.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import type { Dub } from '#plugins/translation/dub-calls.ts';
import { DubReport } from './DubReport.tsx';
import { DubStore, type DubbedLanguage } from './DubStore.ts';
import './dubbing.css';

interface DubPanelProps extends DubbedLanguage {
  /** Goes to a line. */
  onLine(cue: string): void;
}

/** How far the dub of a language is, and what came of it; nothing where there is none. */
export const DubPanel = observer(function DubPanel({ id, language, onLine }: DubPanelProps) {
  const t = useText();
  const store = useStore(DubStore);
  useEffect(() => store.show({ id, language }), [store, id, language]);
  useEffect(() => () => store.stop(), [store]);
  useFollowed(store.live);
  const cancel = usePluginCallback(() => store.cancel());
  const dub = store.place?.language === language ? (store.live.value?.dub ?? null) : null;
  const run = dub?.run ?? null;
  if (dub === null) return null;
  if (run !== null && run.endedAt === null) {
    return (
      <div className="rp-dub-progress" role="status">
        <span>{t('translation:dub.working', { percent: Math.floor(run.progress * 100) })}</span>
        <ProgressBar value={run.progress} label={t('translation:dub')} />
        <Button size="small" onClick={cancel}>
          {t('translation:dub.cancel')}
        </Button>
      </div>
    );
  }
  if (run?.state === 'failed') {
    return <Notice kind="error">{t('translation:dub.failed', { why: run.error ?? '' })}</Notice>;
  }
  if (run?.state === 'cancelled') return <Notice kind="info">{t('translation:dub.cancelled')}</Notice>;
  return <Result dub={dub} unheard={store.live.value?.unheard ?? null} onLine={onLine} />;
});

const Result = observer(function Result({
  dub: { lines, services, stretches, folderId, materialId },
  unheard,
  onLine,
}: {
  dub: Dub;
  /** Why lines are checked for their time only now. */
  unheard: string | null;
  onLine(cue: string): void;
}) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const spoken = lines.filter(({ fault }) => fault === null);
  const left = lines.length - spoken.length;
  const drift = Math.max(0, ...spoken.map((line) => Math.abs(line.drift ?? 0)));
  const fastest = Math.max(1, ...spoken.map(({ factor }) => factor));
  const lacking = spoken.filter(({ transcript }) => transcript?.isLacking === true).length;
  const unchecked = spoken.filter(({ transcript }) => transcript === null).length;
  const facts = { count: spoken.length, drift: Math.round(drift), factor: fastest.toFixed(2) };
  return (
    <div className="rp-dub-result">
      <Notice
        kind={left + lacking > 0 ? 'warning' : 'success'}
        actions={
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('translation:dub.report')}
          </Button>
        }
      >
        {t('translation:dub.done', facts)}
        {services.length > 0 && ` ${t('translation:dub.by', { services: services.join(' · ') })}`}
        {left > 0 && ` ${t('translation:dub.left', { count: left })}`}
        {lacking > 0 && ` ${t('translation:dub.lacking', { count: lacking })}`}{' '}
        {materialId !== null && folderId !== null && (
          <Link to={`/material/list?folder=${folderId}`}>{t('translation:dub.open')}</Link>
        )}
      </Notice>
      {stretches.length > 0 && (
        <p className="rp-dub-note">
          {t('translation:dub.slowed', {
            factor: Math.max(...stretches.map(({ factor }) => factor)).toFixed(2),
            added: (addedBy(stretches) / 1000).toFixed(2),
          })}
        </p>
      )}
      {unchecked > 0 && (
        <p className="rp-dub-note">
          {unheard === null
            ? t('translation:dub.unchecked', { count: unchecked })
            : t('translation:dub.time-only', { why: unheard })}
        </p>
      )}
      {isOpen && <DubReport lines={lines} onLine={onLine} />}
    </div>
  );
});
