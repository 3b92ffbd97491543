import {
  Button,
  DIALOGS,
  Icon,
  IconButton,
  observer,
  ROUTER,
  Trouble,
  useFollowed,
  usePluginCallback,
  useSearchParams,
  useService,
  useStore,
  useText,
} from '@reelport/core';
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
  return (
    <div className="bk-page">
      <header className="bk-page__head">
        <div>
          <h1>{t('brand-kit:title')}</h1>
          <p>{t('brand-kit:about')}</p>
        </div>
        {(kits.length > 0 || draft !== null) && (
          <Button
            variant={draft === null ? 'primary' : 'secondary'}
            icon="plus"
            disabled={isFull}
            title={isFull ? t('brand-kit:full', { most: mostKits }) : undefined}
            onClick={store.begin}
          >
            {t('brand-kit:new')}
          </Button>
        )}
      </header>
      {failure !== null && (
        <Trouble text={t('brand-kit:unread')} error={failure.error} onRetry={() => void store.load()} />
      )}
      {value !== null && kits.length === 0 && draft === null && (
        <section className="bk-empty">
          <span className="bk-empty__swatches" aria-hidden="true">
            <i />
            <i />
          </span>
          <h2>{t('brand-kit:empty.title')}</h2>
          <p>{t('brand-kit:empty.text')}</p>
          <Button variant="primary" icon="plus" onClick={store.begin}>
            {t('brand-kit:empty.create')}
          </Button>
        </section>
      )}
      {(kits.length > 0 || draft !== null) && (
        <div className="bk-page__body">
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
    </div>
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
      <button type="button" className="bk-list__open" onClick={() => store.edit(kit)}>
        <KitWords kit={kit} />
        {isDefault && (
          <span className="bk-list__default">
            <Icon name="check" size={16} />
            {t('brand-kit:default')}
          </span>
        )}
      </button>
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
