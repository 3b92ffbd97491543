import {
  Button,
  DIALOGS,
  IconButton,
  observer,
  PlainButton,
  ROUTER,
  LoadError,
  useFollowed,
  usePluginCallback,
  useSearchParams,
  useService,
  useStore,
  useText,
} from '@reelport/core';
import { Empty } from '@reelport/core/ui/Empty';
import { PageFrame } from '@reelport/core/ui/PageFrame';
import { Tag } from '@reelport/core/ui/Tag';
import { useEffect } from 'react';

import type { Kit } from '../calls.ts';
import { KitEditor } from './KitEditor.tsx';
import { KitsStore } from './KitsStore.ts';
import { KitWords } from './KitWords.tsx';
import './brand-kit.css';

/** The account's kits, with an editor next to the list. */
export default observer(function KitsPage() {
  const t = useText();
  const store = useStore(KitsStore);
  const router = useService(ROUTER);
  const { kits, draft, mostKits } = store;
  const { value, failure } = useFollowed(store.list);
  useEffect(() => {
    const undo = router.confirmLeaving(() => store.isDirty);
    return () => void undo();
  }, [router, store]);
  const [query, setQuery] = useSearchParams();
  const begins = query.has('new');
  useEffect(() => {
    if (!begins) return;
    store.begin();
    // Returning to this page must not start over.
    setQuery({}, { replace: true });
  }, [begins, store, setQuery]);
  const isFull = kits.length >= mostKits;
  const hasSome = kits.length > 0 || draft !== null;
  return (
    <PageFrame
      title={t('brand-kit:title')}
      about={t('brand-kit:about')}
      actions={
        hasSome ? (
          <Button
            variant={draft === null ? 'primary' : 'secondary'}
            icon="plus"
            disabled={isFull}
            title={isFull ? t('brand-kit:full', { most: mostKits }) : undefined}
            onClick={store.begin}
          >
            {t('brand-kit:new')}
          </Button>
        ) : undefined
      }
    >
      {failure !== null && (
        <LoadError text={t('brand-kit:unread')} error={failure.error} onRetry={() => void store.load()} />
      )}
      {value !== null && kits.length === 0 && draft === null && (
        <Empty
          title={t('brand-kit:empty.title')}
          text={t('brand-kit:empty.text')}
          picture={
            <span className="bk-swatches" aria-hidden="true">
              <i />
              <i />
            </span>
          }
          action={
            <Button variant="primary" icon="plus" onClick={store.begin}>
              {t('brand-kit:empty.create')}
            </Button>
          }
        />
      )}
      {hasSome && (
        <div className="bk-kits">
          {kits.length > 0 && (
            <ul className="bk-list">
              {kits.map((kit) => (
                <KitRow key={kit.id} kit={kit} />
              ))}
            </ul>
          )}
          {draft !== null && <KitEditor />}
        </div>
      )}
    </PageFrame>
  );
});

const KitRow = observer(function KitRow({ kit }: { kit: Kit }) {
  const t = useText();
  const store = useStore(KitsStore);
  const dialogs = useService(DIALOGS);
  const isDefault = store.defaultKit === kit.name;
  const remove = usePluginCallback(async () => {
    const isSure = await dialogs.confirm({
      title: 'brand-kit:delete.title',
      text: 'brand-kit:delete.text',
      params: { name: kit.name },
      confirm: 'brand-kit:delete.confirm',
      destructive: true,
    });
    if (isSure) await store.remove(kit);
  });
  const toggle = usePluginCallback(() => store.toggleDefault(kit));
  return (
    <li className="bk-list__kit" data-open={store.draft?.id === kit.id || undefined}>
      <PlainButton className="bk-list__open" onClick={() => store.edit(kit)}>
        <KitWords kit={kit} />
        {isDefault && <Tag icon="check">{t('brand-kit:default')}</Tag>}
      </PlainButton>
      <IconButton
        icon="star"
        size="small"
        aria-pressed={isDefault}
        label={t('brand-kit:make-default', { name: kit.name })}
        onClick={toggle}
      />
      <IconButton icon="trash" size="small" label={t('brand-kit:delete.open', { name: kit.name })} onClick={remove} />
    </li>
  );
});
