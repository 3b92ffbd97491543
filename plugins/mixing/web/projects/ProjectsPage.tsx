import { Button } from '#core/web/components/Button.tsx';
import { SearchField } from '#core/web/components/SearchField.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { ListEnd } from '#core/web/ui/list/ListEnd.tsx';
import { Chip } from '#core/web/components/Chip.tsx';

import { CardOutlines } from './CardOutlines.tsx';
import { NoProjects } from './NoProjects.tsx';
import { ProjectCard } from './ProjectCard.tsx';
import { CARD_STATES, ProjectsStore } from './ProjectsStore.ts';
import './ProjectsPage.css';

const CREATE = '/mixedCut/create';

/** The mix projects as picture cards. */
export default observer(function ProjectsPage() {
  const t = useText();
  const i18n = useService(I18N);
  const router = useService(ROUTER);
  const store = useStore(ProjectsStore);
  const { search, isNarrowed } = store;
  const { items: cards, total, failure, loading, isEmpty, retry } = useFollowed(store.projects);

  return (
    <div className="rp-projects">
      <header className="rp-projects__head">
        <h1>
          {t('mixing:projects.title')}
          {cards !== null && cards.length > 0 && <span>{i18n.count(total ?? 0)}</span>}
        </h1>
        {(!isEmpty || isNarrowed) && (
          <SearchField
            value={search.text}
            label={t('mixing:projects.search')}
            onType={search.type}
            onSearch={search.search}
          />
        )}
        {(!isEmpty || isNarrowed) && (
          <Button variant="primary" icon="plus" onClick={() => void router.go(CREATE)}>
            {t('mixing:projects.create')}
          </Button>
        )}
      </header>
      {(!isEmpty || isNarrowed) && (
        <div className="rp-projects__states" role="group" aria-label={t('mixing:projects.filter')}>
          {[null, ...CARD_STATES].map((state) => (
            <Chip key={state ?? 'all'} pressed={store.state === state} onPress={() => store.show(state)}>
              {t(`mixing:projects.state-${state ?? 'all'}`)}
            </Chip>
          ))}
        </div>
      )}
      {failure?.what === 'all' && <Unread error={failure.error} retry={retry} />}
      {cards === null && failure === null && <CardOutlines />}
      {isEmpty && (isNarrowed ? <NoneFound clear={store.clear} /> : <NoProjects create={CREATE} />)}
      {cards !== null && cards.length > 0 && (
        <ul className="rp-projects__cards" aria-busy={loading === 'all'}>
          {cards.map((card) => (
            <ProjectCard key={card.id} card={card} />
          ))}
        </ul>
      )}
      <ListEnd list={store.projects} />
    </div>
  );
});

function Unread({ error, retry }: { error: unknown; retry(): Promise<void> }) {
  const t = useText();
  return <LoadError text={t('mixing:projects.unread')} error={error} onRetry={() => void retry()} />;
}

function NoneFound({ clear }: { clear(): void }) {
  const t = useText();
  return (
    <div className="rp-projects__none">
      <h2>{t('mixing:projects.none-found')}</h2>
      <Button onClick={clear}>{t('mixing:projects.clear')}</Button>
    </div>
  );
}
