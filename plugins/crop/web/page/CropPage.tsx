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
import { ReadOnly, useReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { CUT_TOOL } from '#plugins/crop/cut-settings.ts';
import { CropDraft } from '../draft/CropDraft.ts';
import { clockOf, lengthOf, problemOf, type Clip } from '../draft/clip.ts';
import { pageOfRun } from '../run/page-of-run.ts';
import { ClipEditor } from './ClipEditor.tsx';
import './CropPage.css';

/** Trims and crops clips: one is shown, all are listed, and one button cuts them. */
export default observer(function CropPage() {
  const t = useText();
  const draft = useStore(CropDraft);
  const isLocked = useLocked() !== null;
  useEffect(() => draft.hold(), [draft]);
  const { open } = draft.batch;
  const choose = (): void => void draft.choose();
  return (
    <PageFrame
      title={t('crop:title')}
      about={open === null ? t('crop:about') : undefined}
      width="wide"
      actions={
        open !== null && (
          <Button icon="plus" disabled={isLocked} onClick={choose}>
            {t('crop:add')}
          </Button>
        )
      }
    >
      {open === null ? (
        <Empty
          picture={<Outline />}
          title={t('crop:none')}
          text={t('crop:none-text')}
          action={
            <Button variant="primary" icon="film" disabled={isLocked} onClick={choose}>
              {t('crop:choose')}
            </Button>
          }
        />
      ) : (
        <ReadOnly when={isLocked}>
          <div className="rp-crop">
            <ClipList />
            <ClipEditor key={open.id} clip={open} />
          </div>
          <StartBar />
        </ReadOnly>
      )}
      <ToolRunHistory tool={CUT_TOOL} to={pageOfRun} />
    </PageFrame>
  );
});

/** All clips of the batch, and how each is set. */
const ClipList = observer(function ClipList() {
  const t = useText();
  const draft = useStore(CropDraft);
  const { items, open, selected, show, select } = draft.batch;
  const itemOf = (clip: Clip): BatchItem => {
    const { id, material, edit } = clip;
    const problem = problemOf(clip);
    return {
      ...{ id, name: material.name, thumbnail: material.thumbnail ?? material.poster },
      facts: clockOf(lengthOf(clip)),
      settings: edit.shape === 'whole' || edit.shape === 'free' ? t(`crop:shape-${edit.shape}`) : edit.shape,
      ...(problem === null
        ? {}
        : { state: { text: t(`crop:problem.${problem}`), tone: problem === 'preparing' ? 'info' : 'alarm' } as const }),
    };
  };
  return (
    <section className="rp-crop__list" aria-label={t('crop:clips')}>
      <BatchList
        label={t('crop:clips')}
        items={items.map(itemOf)}
        open={open?.id ?? null}
        selected={selected}
        onOpen={show}
        onSelect={select}
        onRemove={draft.remove}
        onApply={(from, ids) => draft.apply(from, ids, 'all')}
      />
    </section>
  );
});

/** How much is cut, what stands in the way, and the button that does it. */
const StartBar = observer(function StartBar() {
  const t = useText();
  const draft = useStore(CropDraft);
  const isReadOnly = useReadOnly();
  const { seconds, faulty, isStarting } = draft;
  const count = draft.batch.items.length;
  return (
    <div className="rp-crop__bar">
      <p>
        {t('crop:total', { count, length: clockOf(seconds) })}
        {faulty.length > 0 && (
          <span role="status" className="rp-crop__fault">
            {t('crop:faulty', { count: faulty.length })}
          </span>
        )}
      </p>
      <Button
        variant="primary"
        size="large"
        icon="crop"
        busy={isStarting}
        disabled={isReadOnly}
        onClick={() => void draft.start()}
      >
        {t(faulty.length > 0 ? 'crop:see-faulty' : 'crop:start', { count })}
      </Button>
    </div>
  );
});

/** What will be here: a picture with a box in it, its time below, and what comes out. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      <rect x="4" y="4" width="150" height="84" rx="4" />
      <rect x="56" y="4" width="47" height="84" data-lit="" />
      <rect x="4" y="98" width="150" height="16" rx="3" />
      <rect x="40" y="98" width="70" height="16" data-lit="" />
      <path d="M166 50h24M184 44l6 6-6 6" />
      <rect x="202" y="4" width="54" height="96" rx="4" data-lit="" />
    </svg>
  );
}
