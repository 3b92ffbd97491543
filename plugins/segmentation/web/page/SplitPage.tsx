import { useEffect } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useLocked } from '#core/web/react/use-locked.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ToolRunHistory } from '#core/web/runs/ToolRunHistory.tsx';
import { BatchList, type BatchItem } from '#core/web/studio/BatchList.tsx';
import { Empty } from '#core/web/ui/Empty.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { ReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { MOST_VIDEOS, SPLIT_TOOL } from '#plugins/segmentation/limits.ts';
import { SplitDraft, type SplitItem } from '../draft/SplitDraft.ts';
import { pageOfRun } from '../run/page-of-run.ts';
import { ExportBar } from './ExportBar.tsx';
import { RuleSettings } from './RuleSettings.tsx';
import { ShotEditor } from './ShotEditor.tsx';
import './SplitPage.css';

/** Splits videos into shots: one is shown with its cuts, all are listed, and one button splits them. */
export default observer(function SplitPage() {
  const t = useText();
  const draft = useStore(SplitDraft);
  const isLocked = useLocked() !== null;
  useEffect(() => draft.hold(), [draft]);
  const { open } = draft.batch;
  const choose = (): void => void draft.choose();
  return (
    <PageFrame
      title={t('segmentation:title')}
      about={open === null ? t('segmentation:about') : undefined}
      width="wide"
      actions={
        open !== null && (
          <Button icon="plus" disabled={isLocked} onClick={choose}>
            {t('segmentation:add')}
          </Button>
        )
      }
    >
      {open === null ? (
        <Empty
          picture={<Outline />}
          title={t('segmentation:none')}
          text={t('segmentation:none-text', { most: MOST_VIDEOS })}
          action={
            <Button variant="primary" icon="film" disabled={isLocked} onClick={choose}>
              {t('segmentation:choose')}
            </Button>
          }
        />
      ) : (
        <ReadOnly when={isLocked}>
          <div className="rp-split">
            <div className="rp-split__side">
              <VideoList />
              <RuleSettings />
            </div>
            <ShotEditor key={open.id} item={open} />
          </div>
          <ExportBar />
        </ReadOnly>
      )}
      <ToolRunHistory tool={SPLIT_TOOL} to={pageOfRun} />
    </PageFrame>
  );
});

/** All videos of the batch, and into how many shots each falls. */
const VideoList = observer(function VideoList() {
  const t = useText();
  const draft = useStore(SplitDraft);
  const { items, open, selected, show, select } = draft.batch;
  const itemOf = ({ id, material }: SplitItem): BatchItem => {
    const video = draft.shotsOf(id);
    const isGone = material.deletedAt !== null || material.state === 'failed';
    const isWaiting = material.state === 'preparing' || video === undefined || video.state === 'finding';
    const count = video?.shots(draft.rule).length ?? 0;
    return {
      ...{ id, name: material.name, thumbnail: material.thumbnail ?? material.poster },
      facts: isGone || isWaiting || video.state === 'failed' ? '' : t('segmentation:shot-count', { count }),
      settings: '',
      ...(isGone
        ? { state: { text: t('segmentation:state.gone'), tone: 'alarm' } as const }
        : isWaiting
          ? { state: { text: t('segmentation:state.finding'), tone: 'info' } as const }
          : video.state === 'failed'
            ? { state: { text: t('segmentation:state.failed'), tone: 'alarm' } as const }
            : {}),
    };
  };
  return (
    <section aria-label={t('segmentation:videos')}>
      <BatchList
        label={t('segmentation:videos')}
        items={items.map(itemOf)}
        open={open?.id ?? null}
        selected={selected}
        onOpen={show}
        onSelect={select}
        onRemove={draft.remove}
      />
    </section>
  );
});

/** What will be here: a long strip, its cuts, and the shots that come out. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      <rect x="4" y="8" width="252" height="36" rx="4" />
      <path d="M72 2v48M128 2v48M196 2v48" data-lit="" />
      <path d="M38 56v10M100 56v10M162 56v10M226 56v10" />
      <rect x="12" y="74" width="52" height="38" rx="3" />
      <rect x="76" y="74" width="48" height="38" rx="3" data-lit="" />
      <rect x="136" y="74" width="52" height="38" rx="3" />
      <rect x="200" y="74" width="52" height="38" rx="3" data-lit="" />
    </svg>
  );
}
