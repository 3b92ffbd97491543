import { useEffect } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useLocked } from '#core/web/react/use-locked.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useSearchParams } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { ActionBar } from '#core/web/tools/ActionBar.tsx';
import { Empty } from '#core/web/ui/Empty.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { ReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { LONGEST_NAME } from '#plugins/pieces/limits.ts';
import { AT } from '../lists/addresses.ts';
import { PiecesLists } from '../lists/PiecesLists.ts';
import { ProjectDraft } from '../project/ProjectDraft.ts';
import { SlotRow } from './SlotRow.tsx';
import { STARTERS, type Starter } from './starters.ts';
import { TemplateDraft } from './TemplateDraft.ts';
import './TemplatePage.css';

/** Writes a template: its slots in playing order. A kept one is named by `id` in the address. */
export default observer(function TemplatePage() {
  const t = useText();
  const [query] = useSearchParams();
  const id = query.get('id');
  const draft = useStore(TemplateDraft);
  const { value: templates, failure, load } = useFollowed(useStore(PiecesLists).templates);
  const row = templates?.find((template) => template.id === id);
  useEffect(() => {
    if (id === null) draft.beginNew();
    else if (row !== undefined) draft.open(row);
  }, [draft, id, row]);
  const isLocked = useLocked() !== null;
  const isOpen = id === null ? draft.id === null : draft.id === id;
  if (id !== null && !isOpen) {
    return (
      <PageFrame title={t('pieces:template.title')} width="wide">
        {failure !== null ? (
          <LoadError text={t('pieces:templates-unread')} error={failure.error} onRetry={() => void load()} />
        ) : templates === null || row !== undefined ? (
          <Skeleton shape="rows" count={4} soon />
        ) : (
          <Empty icon="pieces" title={t('pieces:template-missing')} />
        )}
      </PageFrame>
    );
  }
  return (
    <PageFrame title={t('pieces:template.title')} about={t('pieces:template.about')} width="wide">
      <ReadOnly when={isLocked}>
        <Editor />
      </ReadOnly>
    </PageFrame>
  );
});

const Editor = observer(function Editor() {
  const t = useText();
  const draft = useStore(TemplateDraft);
  const projects = useStore(ProjectDraft);
  const router = useService(ROUTER);
  const isLocked = useLocked() !== null;
  const { name, slots, length, isWhole, isSaving } = draft;
  useEffect(() => {
    const stop = router.confirmLeaving((end) => end === 'stopped' && draft.isDirty);
    return () => void stop();
  }, [router, draft]);
  const save = async (): Promise<void> => {
    const id = await draft.save();
    if (id === undefined) return;
    projects.useTemplate(id);
    await router.go(AT.page);
  };
  return (
    <>
      {slots.length === 0 && (
        <section className="rp-pieces-starters" aria-label={t('pieces:starters')}>
          <h2>{t('pieces:starters')}</h2>
          {(Object.keys(STARTERS) as Starter[]).map((starter) => (
            <Button key={starter} icon="copy" disabled={isLocked} onClick={() => draft.beginWith(starter)}>
              {t(`pieces:starter.${starter}`)}
            </Button>
          ))}
        </section>
      )}
      <div className="rp-pieces-template">
        <TextField
          label={t('pieces:template.name')}
          value={name}
          most={LONGEST_NAME}
          required
          placeholder={t('pieces:template.name-example')}
          onChange={draft.rename}
        />
        <ol>
          {slots.map((slot, at) => (
            <SlotRow key={slot.id} slot={slot} number={at + 1} isLast={at === slots.length - 1} />
          ))}
        </ol>
        <Button icon="plus" disabled={isLocked || !draft.mayAdd} onClick={draft.add}>
          {t('pieces:slot-add')}
        </Button>
        <p className="rp-pieces-template__note">{t('pieces:wish.about')}</p>
      </div>
      <ActionBar>
        <p>
          {t('pieces:template.length', {
            ...{ count: slots.length, least: length.least.toFixed(1), most: length.most.toFixed(1) },
          })}
        </p>
        <Button
          variant="primary"
          size="large"
          icon="check"
          busy={isSaving}
          disabled={isLocked || !isWhole}
          onClick={() => void save()}
        >
          {t('pieces:template.save')}
        </Button>
      </ActionBar>
    </>
  );
});
