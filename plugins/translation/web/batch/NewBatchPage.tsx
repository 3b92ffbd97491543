import { useEffect } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLocked } from '#core/web/react/use-locked.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchList } from '#core/web/studio/BatchList.tsx';
import { lengthWords } from '#core/web/studio/StudioPlayer.tsx';
import { ActionBar } from '#core/web/tools/ActionBar.tsx';
import { FolderChoice } from '#core/web/tools/FolderChoice.tsx';
import { Empty } from '#core/web/ui/Empty.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { ReadOnly, useReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { BATCH_LIMITS } from '#plugins/translation/limits.ts';
import { BatchSettings } from './BatchSettings.tsx';
import { NewBatch, type BatchVideo } from './NewBatch.ts';
import { PlanFacts } from './PlanFacts.tsx';
import './batch.css';

/** A new batch: which videos, into which languages, how; what that comes to is said before it begins. */
export const NewBatchPage = observer(function NewBatchPage() {
  const t = useText();
  const draft = useStore(NewBatch);
  const isLocked = useLocked() !== null;
  const { inputs } = draft;
  useEffect(() => inputs.hold(), [inputs]);
  const question = JSON.stringify(draft.wanted);
  useEffect(() => draft.ask(), [draft, question]);
  const isEmpty = inputs.batch.open === null;
  const choose = (): void => void inputs.choose();
  return (
    <PageFrame
      title={t('translation:batch.new')}
      about={isEmpty ? t('translation:batch.about') : undefined}
      width="wide"
      actions={
        !isEmpty && (
          <Button icon="plus" disabled={isLocked} onClick={choose}>
            {t('shell:tools.add')}
          </Button>
        )
      }
    >
      {isEmpty ? (
        <Empty
          icon="translate"
          title={t('translation:batch.none-chosen')}
          text={t('shell:tools.none-text', { most: BATCH_LIMITS.videos })}
          action={
            <Button variant="primary" icon="film" disabled={isLocked} onClick={choose}>
              {t('shell:tools.choose')}
            </Button>
          }
        />
      ) : (
        <ReadOnly when={isLocked}>
          <div className="rp-batch-new">
            <Videos />
            <BatchSettings />
            <PlanFacts />
          </div>
          <ActionBar>
            <Start />
          </ActionBar>
        </ReadOnly>
      )}
    </PageFrame>
  );
});

const Videos = observer(function Videos() {
  const t = useText();
  const i18n = useService(I18N);
  const { inputs, answer } = useStore(NewBatch);
  const { items, open, selected, show, select } = inputs.batch;
  const faults = new Map(answer?.faults.map(({ id, why }) => [id, why]));
  const rowOf = ({ id, material }: BatchVideo) => {
    const why = faults.get(id);
    const { name, thumbnail, poster, seconds, size } = material;
    return {
      ...{ id, name, thumbnail: thumbnail ?? poster, facts: `${lengthWords(seconds ?? 0)} · ${i18n.bytes(size)}` },
      ...(why === undefined
        ? {}
        : {
            state: { text: t(`translation:batch.fault-${why}`), tone: why === 'preparing' ? 'info' : 'alarm' } as const,
          }),
    };
  };
  return (
    <section aria-label={t('shell:tools.inputs')}>
      <BatchList
        label={t('shell:tools.inputs')}
        items={items.map(rowOf)}
        open={open?.id ?? null}
        selected={selected}
        onOpen={show}
        onSelect={select}
        onRemove={inputs.remove}
      />
    </section>
  );
});

/** Where the videos go, and the two ways to begin: with review, or without. */
const Start = observer(function Start() {
  const t = useText();
  const draft = useStore(NewBatch);
  const isReadOnly = useReadOnly();
  const { answer, wanted, inputs } = draft;
  const faults = answer?.faults.length ?? 0;
  const results = inputs.ids.length * draft.languages.length;
  return (
    <>
      <p>
        {t('translation:batch.total', { videos: inputs.ids.length, languages: draft.languages.length, count: results })}
        {faults > 0 && (
          <span role="status" className="rp-batch-tool__fault">
            {t('translation:batch.faulty', { count: faults })}
          </span>
        )}
      </p>
      <FolderChoice folder={draft.folder} />
      <Button
        size="large"
        icon="eye"
        disabled={isReadOnly || wanted === null}
        busy={inputs.isStarting}
        onClick={() => void draft.start(false)}
      >
        {t('translation:batch.start-reviewed')}
      </Button>
      <Button
        variant="primary"
        size="large"
        icon="translate"
        disabled={isReadOnly || wanted === null}
        busy={inputs.isStarting}
        onClick={() => void draft.start(true)}
      >
        {t('translation:batch.start')}
      </Button>
    </>
  );
});
