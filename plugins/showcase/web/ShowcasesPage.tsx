import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { ShowcaseCard } from './ShowcaseCard.tsx';
import { ShowcasesStore } from './ShowcasesStore.ts';
import './showcases.css';

/** The account's showcases: their addresses, and what is published there. */
export default observer(function ShowcasesPage() {
  const t = useText();
  const store = useStore(ShowcasesStore);
  const router = useService(ROUTER);
  useFollowed(store);
  const { value, failure } = store.showcases;
  return (
    <PageFrame title={t('showcase:title')} about={t('showcase:lead')}>
      {failure !== null && (
        <LoadError text={t('showcase:unread')} error={failure.error} onRetry={() => void store.showcases.load()} />
      )}
      {value === null && failure === null && <Skeleton shape="rows" count={4} />}
      {value?.length === 0 && (
        <Empty
          icon="globe"
          title={t('showcase:empty.title')}
          text={t('showcase:empty.text')}
          action={
            <Button variant="primary" onClick={() => void router.go('/monitor/authorizationList')}>
              {t('showcase:empty.action')}
            </Button>
          }
        />
      )}
      <div className="rp-showcases">
        {value?.map((showcase) => (
          <ShowcaseCard key={showcase.id} showcase={showcase} />
        ))}
      </div>
    </PageFrame>
  );
});
