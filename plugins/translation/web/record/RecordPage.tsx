import { Button } from '#core/web/components/Button.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { Project } from '#plugins/translation/calls.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { projectAddress, RecordStore } from './RecordStore.ts';
import '../parts/translation.css';

const TONES = { open: 'quiet', working: 'info', review: 'caution', done: 'good' } as const;

/** All translation projects: what each is at, in which languages. */
export default observer(function RecordPage() {
  const t = useText();
  const nameOf = useLanguageName();
  const router = useService(ROUTER);
  const store = useStore(RecordStore);
  const create = usePluginCallback(async () => void (await router.go('/video/translation')));
  const batches = usePluginCallback(async () => void (await router.go('/video/translation/batch')));
  const glossary = usePluginCallback(store.openGlossary);
  const columns: ListColumn<Project>[] = [
    {
      ...{ key: 'name', title: t('translation:column.name'), opens: true, width: 220 },
      render: ({ id, name }) => <Link to={projectAddress(id)}>{name}</Link>,
      plain: ({ name }) => name,
    },
    {
      ...{ key: 'from', title: t('translation:column.from'), width: 104 },
      render: ({ from }) => nameOf(from),
      plain: ({ from }) => nameOf(from),
    },
    {
      ...{ key: 'state', title: t('translation:column.state'), width: 112 },
      render: ({ state }) => <Tag tone={TONES[state]}>{t(`translation:state.${state}`)}</Tag>,
      plain: ({ state }) => t(`translation:state.${state}`),
    },
    {
      ...{ key: 'progress', title: t('translation:column.progress'), width: 240 },
      render: (project) => <Progress project={project} />,
      plain: ({ targets, lines }) =>
        targets.map(({ language, done }) => `${nameOf(language)} ${done}/${lines}`).join(', '),
    },
    {
      ...{ key: 'split', title: t('translation:column.split'), width: 104 },
      render: ({ split }) => (split === null ? '–' : t(`translation:split.${split}`)),
      plain: ({ split }) => (split === null ? '' : t(`translation:split.${split}`)),
    },
    {
      ...{ key: 'published', title: t('translation:column.published'), width: 96, align: 'end' },
      render: ({ published }) => published,
      plain: ({ published }) => published,
    },
    {
      ...{ key: 'created', title: t('translation:column.created'), width: 112 },
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
      plain: ({ createdAt }) => createdAt,
    },
  ];
  return (
    <ListPage
      title={t('translation:title')}
      about={t('translation:about')}
      width="wide"
      list={store.projects}
      nameOf={({ name }) => name}
      countText={(count) => t('translation:count', { count })}
      failed={t('translation:unread')}
      actions={
        <>
          <Button icon="script" onClick={glossary}>
            {t('translation:glossary')}
          </Button>
          <Button icon="layers" onClick={batches}>
            {t('translation:batch.title')}
          </Button>
          <Button variant="primary" icon="translate" onClick={create}>
            {t('translation:new')}
          </Button>
        </>
      }
      filters={store.filters}
      filterBar={<SearchFilter filter={store.words} label={t('translation:search')} />}
      columns={columns}
      exportAs={t('translation:title')}
      nothing={{
        ...{ title: t('translation:none'), text: t('translation:none-text'), icon: 'translate' },
        action: (
          <Button icon="translate" onClick={create}>
            {t('translation:new')}
          </Button>
        ),
      }}
      bulk={[{ text: t('translation:remove'), icon: 'trash', danger: true, run: store.remove }]}
    />
  );
});

/** How far each language is. */
const Progress = observer(function Progress({ project: { targets, lines } }: { project: Project }) {
  const t = useText();
  const nameOf = useLanguageName();
  return (
    <ul className="rp-translation-progress">
      {targets.map(({ language, done }) => (
        <li key={language}>
          <span>{nameOf(language)}</span>
          <ProgressBar
            value={lines === 0 ? 0 : done / lines}
            label={t('translation:progress', { language: nameOf(language), done, lines })}
          />
          <span>
            {done}/{lines}
          </span>
        </li>
      ))}
    </ul>
  );
});
