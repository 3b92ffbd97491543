import { reaction } from 'mobx';
import { useEffect, useRef, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { describeTimeLeft } from '#core/web/tasks/describe-job.ts';
import { UPLOADS } from '#core/web/uploads/uploads.ts';
import { FileInput } from '#core/web/components/FileInput.tsx';

import { tidyUploads } from './tidy-uploads.ts';
import { UploadList } from './UploadList.tsx';
import { UploadSummary } from './UploadSummary.ts';
import './UploadTray.css';

const PHONE = '(width < 720px)';
/** Minimum interval between screen reader announcements, in milliseconds. */
const SAY_EVERY = 4_000;
/** Custom property with the tray's height, for other elements at the bottom of the page. */
const HEIGHT = '--rp-uploads-height';

/** All uploads, at the lower right of the page; on a phone a sheet above the bottom bar. */
export default observer(function UploadTray() {
  const { get } = useKernel();
  const t = useText();
  const uploads = get(UPLOADS);
  const [summary] = useState(() => new UploadSummary(uploads));
  // A page that shows its own uploads needs no second list on top.
  const [isOpen, setOpen] = useState(
    () => !window.matchMedia(PHONE).matches && document.querySelector('[data-tells-uploads]') === null,
  );
  const tray = useRef<HTMLElement>(null);
  useEffect(() => followHeight(tray.current), []);
  useEffect(() => tidyUploads(uploads, get(ROUTER)), [uploads, get]);
  const { total, done, retryable, canPause, canResume, moving } = summary;

  const cancelAll = async (): Promise<void> => {
    const open = uploads.items.filter(({ state }) => state !== 'done' && state !== 'cancelled');
    const confirmed = await get(DIALOGS).confirm({
      title: 'shell:uploads.cancel-ask',
      text: 'shell:uploads.cancel-text',
      confirm: 'shell:uploads.cancel-confirm',
      cancel: 'shell:uploads.cancel-keep',
      destructive: true,
      width: 400,
    });
    if (confirmed) for (const item of open) item.cancel();
  };
  return (
    <section ref={tray} className="rp-uploads" data-open={isOpen} aria-label={t('shell:uploads.title')}>
      <header className="rp-uploads__head">
        <div className="rp-uploads__words">
          <span className="rp-uploads__title">
            {t('shell:uploads.title')} <span className="rp-uploads__of">{t('shell:uploads.of', { done, total })}</span>
          </span>
          <Whole summary={summary} />
        </div>
        {(canPause || canResume) && (
          <IconButton
            size="small"
            icon={canPause ? 'pause' : 'play'}
            label={canPause ? t('shell:uploads.pause-all') : t('shell:uploads.resume-all')}
            onClick={() => {
              for (const item of uploads.items.slice()) {
                if (canPause) item.pause();
                else item.resume();
              }
            }}
          />
        )}
        <IconButton
          size="small"
          icon={isOpen ? 'chevron-down' : 'chevron-up'}
          label={isOpen ? t('shell:uploads.collapse') : t('shell:uploads.expand')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {moving === 0 && retryable === 0 && !canResume && summary.waiting === 0 && (
          <IconButton size="small" icon="close" label={t('shell:uploads.close')} onClick={() => uploads.clearDone()} />
        )}
      </header>
      <WholeBar summary={summary} />
      {isOpen && (
        <>
          <UploadList summary={summary} />
          {(summary.canClear || moving > 0 || summary.waiting > 1) && (
            <footer className="rp-uploads__foot">
              {summary.waiting > 1 && <ChooseAgain summary={summary} />}
              {moving > 0 && (
                <Button size="small" variant="quiet" onClick={() => void cancelAll()}>
                  {t('shell:uploads.cancel-all')}
                </Button>
              )}
              {summary.canClear && (
                <Button size="small" variant="quiet" onClick={() => uploads.clearDone()}>
                  {t('shell:uploads.clear')}
                </Button>
              )}
            </footer>
          )}
        </>
      )}
      <Announcer summary={summary} />
    </section>
  );
});

/** Lets the user select the files of many waiting uploads at once, matched by name and size. */
const ChooseAgain = observer(function ChooseAgain({ summary }: { summary: UploadSummary }) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={chooser} multiple data-again="" onFiles={(files) => summary.giveFiles(files)} />
      <Button size="small" icon="folder" onClick={() => chooser.current?.click()}>
        {t('shell:uploads.choose-all')}
      </Button>
    </>
  );
});

/** The total speed and the remaining time. */
const Whole = observer(function Whole({ summary }: { summary: UploadSummary }) {
  const { get } = useKernel();
  const t = useText();
  const { speed, secondsLeft, failed, waiting, moving, done, total } = summary;
  const words = [
    ...(speed === null || moving === 0 ? [] : [t('shell:uploads.speed', { speed: get(I18N).bytes(speed) })]),
    ...(moving === 0 ? [] : describeTimeLeft({ secondsLeft }, t)),
    ...(failed === 0 ? [] : [t('shell:uploads.failed-count', { count: failed })]),
    ...(waiting === 0 ? [] : [t('shell:uploads.waiting-count', { count: waiting })]),
    ...(done === total && total > 0 ? [t('shell:uploads.all-done')] : []),
  ];
  return <span className="rp-uploads__facts">{words.join(' · ')}</span>;
});

const WholeBar = observer(function WholeBar({ summary }: { summary: UploadSummary }) {
  const t = useText();
  return <ProgressBar value={summary.progress} label={t('shell:uploads.whole')} waiting={summary.moving === 0} />;
});

/** Announces uploads that have ended, rather than every per cent. */
const Announcer = observer(function Announcer({ summary }: { summary: UploadSummary }) {
  const t = useText();
  const [announced, announce] = useState('');
  useEffect(
    () =>
      reaction(
        () => ({ done: summary.done, failed: summary.failed, total: summary.total }),
        ({ done, failed, total }) => {
          if (total === 0) return;
          const whole =
            done === total ? t('shell:uploads.said-all', { count: total }) : t('shell:uploads.said', { done, total });
          announce(failed === 0 ? whole : `${whole} ${t('shell:uploads.failed-count', { count: failed })}`);
        },
        { delay: SAY_EVERY, equals: (a, b) => a.done === b.done && a.failed === b.failed && a.total === b.total },
      ),
    [summary, t],
  );
  return (
    <p className="rp-visually-hidden" role="status">
      {announced}
    </p>
  );
});

function followHeight(tray: HTMLElement | null): (() => void) | undefined {
  if (tray === null) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty(HEIGHT, `${tray.offsetHeight}px`));
  watch.observe(tray);
  return () => {
    watch.disconnect();
    style.removeProperty(HEIGHT);
  };
}
