import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';
import { describeTimeLeft } from '#core/web/tasks/describe-job.ts';
import type { UploadItem } from '#core/web/uploads/uploads.ts';
import { FileInput } from '#core/web/components/FileInput.tsx';

import type { UploadSummary } from './UploadSummary.ts';

/** Height in pixels of a row without an error. */
const ROW = 60;

/** The files, one row each; only the visible rows are rendered. */
export const UploadList = observer(function UploadList({ summary }: { summary: UploadSummary }) {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const items = summary.inOrder.slice();
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 6,
  });
  return (
    <div
      ref={scroller}
      className="rp-uploads__scroller"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys where no row in sight has a button
      tabIndex={0}
      role="group"
      aria-label={t('shell:uploads.files')}
    >
      <ul className="rp-uploads__list" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className="rp-upload"
              data-state={item.state}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <UploadRow item={item} />
            </li>
          );
        })}
      </ul>
    </div>
  );
});

const ICONS: readonly [RegExp, IconName][] = [
  [/\.(mp4|mov|flv|m4v|webm|mkv)$/i, 'video'],
  [/\.(mp3|wav|m4a|aac|flac|ogg)$/i, 'music'],
  [/\.(jpe?g|png|webp|gif|heic)$/i, 'image'],
];

const STATES = {
  queued: 'shell:uploads.queued',
  checking: 'shell:uploads.checking',
  uploading: 'shell:uploads.beginning',
  paused: 'shell:uploads.paused',
  waiting: 'shell:uploads.waiting',
  done: 'shell:uploads.done',
  failed: 'shell:error.upload',
  cancelled: 'shell:uploads.cancelled',
} as const satisfies Record<UploadItem['state'], MessageKey>;

const UploadRow = observer(function UploadRow({ item }: { item: UploadItem }) {
  const { name, state } = item;
  const icon = ICONS.find(([ending]) => ending.test(name))?.[1] ?? 'upload';
  return (
    <>
      <Icon name={state === 'done' ? 'success' : state === 'failed' ? 'error' : icon} className="rp-upload__icon" />
      <div className="rp-upload__words">
        <span className="rp-upload__name" title={name}>
          {name}
        </span>
        <UploadFacts item={item} />
      </div>
      <UploadButtons item={item} />
      <UploadBar item={item} />
    </>
  );
});

const UploadBar = observer(function UploadBar({ item: { name, progress, state } }: { item: UploadItem }) {
  const hasBegun = state === 'uploading' || ((state === 'paused' || state === 'queued') && progress > 0);
  if (!hasBegun) return null;
  return (
    <div className="rp-upload__bar">
      <ProgressBar value={progress} label={name} waiting={state !== 'uploading'} />
    </div>
  );
});

const UploadFacts = observer(function UploadFacts({ item }: { item: UploadItem }) {
  const { get } = useKernel();
  const t = useText();
  const { bytes } = get(I18N);
  const { state, size, progress, speed, error } = item;
  if (error !== null) return <span className="rp-upload__error">{error}</span>;
  const words =
    state === 'uploading' && progress > 0
      ? [
          t('shell:tasks.percent', { percent: Math.floor(progress * 100) }),
          ...(speed === null || speed <= 0
            ? []
            : [
                t('shell:uploads.speed', { speed: bytes(speed) }),
                ...describeTimeLeft({ secondsLeft: (size * (1 - progress)) / speed }, t),
              ]),
        ]
      : [t(STATES[state]), bytes(size)];
  return <span className="rp-upload__facts">{words.join(' · ')}</span>;
});

const UploadButtons = observer(function UploadButtons({ item }: { item: UploadItem }) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const { name, state, isResumable, isRefused } = item;
  return (
    <div className="rp-upload__buttons">
      {isResumable && (state === 'uploading' || state === 'checking' || state === 'queued') && (
        <IconButton size="small" icon="pause" label={t('shell:uploads.pause', { name })} onClick={() => item.pause()} />
      )}
      {state === 'paused' && (
        <IconButton
          size="small"
          icon="play"
          label={t('shell:uploads.resume', { name })}
          onClick={() => item.resume()}
        />
      )}
      {state === 'waiting' && (
        <>
          <FileInput ref={chooser} onFiles={([file]) => item.resume(file)} />
          <IconButton
            size="small"
            icon="folder"
            label={t('shell:uploads.choose', { name })}
            onClick={() => chooser.current?.click()}
          />
        </>
      )}
      {(state === 'failed' || state === 'cancelled') && !isRefused && (
        <IconButton
          size="small"
          icon="refresh"
          label={t('shell:uploads.retry', { name })}
          onClick={() => item.retry()}
        />
      )}
      {state !== 'done' && state !== 'cancelled' && (
        <IconButton
          size="small"
          icon="close"
          label={
            state === 'failed'
              ? t(isRefused ? 'shell:uploads.clear-one' : 'shell:uploads.drop', { name })
              : t('shell:uploads.cancel', { name })
          }
          onClick={() => item.cancel()}
        />
      )}
    </div>
  );
});
