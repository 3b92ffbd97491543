import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { Link } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { PublishTask } from '#plugins/publishing/post-calls.ts';
import { AT } from '../links/addresses.ts';
import { CalendarPage } from './CalendarPage.tsx';
import { PostPicture } from './PostPicture.tsx';
import { PostsStore, VIEWS } from './PostsStore.ts';
import { shownState, TASK_TONES } from './post-words.ts';
import { TaskMenu } from './TaskMenu.tsx';
import { TaskProgress } from './TaskProgress.tsx';

/** The publish tasks, or all their posts in a calendar. */
export default observer(function TasksPage() {
  const { view } = useStore(PostsStore);
  return view.value === 'tasks' ? <TaskList /> : <CalendarPage bar={<ViewBar />} actions={<PublishButton />} />;
});

const TaskList = observer(function TaskList() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(PostsStore);
  const columns: ListColumn<PublishTask>[] = [
    {
      ...{ key: 'name', title: t('publishing:tasks.name') },
      render: ({ id, name, coverId, picture }) => (
        <Link className="rp-task-name" to={AT.task(id)}>
          <PostPicture fileId={coverId} made={picture} />
          <span>{name}</span>
        </Link>
      ),
    },
    {
      ...{ key: 'works', title: t('publishing:tasks.extent'), width: 128 },
      render: ({ works, accounts }) => (
        <span className="rp-task-lines">
          <span>{t('publishing:tasks.works', { count: works })}</span>
          <span>{t('publishing:channels.count', { count: accounts })}</span>
        </span>
      ),
    },
    {
      ...{ key: 'progress', title: t('publishing:tasks.progress'), width: 208 },
      render: (task) => <TaskProgress task={task} />,
    },
    {
      ...{ key: 'state', title: t('publishing:tasks.state'), width: 128 },
      render: (task) => (
        <span className="rp-task-lines">
          <span>
            {task.isPaused ? (
              <Tag tone="caution">{t('publishing:tasks.paused')}</Tag>
            ) : (
              <Tag tone={TASK_TONES[shownState(task)]}>{t(`publishing:tasks.state-${shownState(task)}`)}</Tag>
            )}
          </span>
          <span>{t(`publishing:tasks.type-${task.type}`)}</span>
        </span>
      ),
    },
    {
      ...{ key: 'next', title: t('publishing:tasks.next'), width: 120 },
      render: ({ nextAt }) => (nextAt === null ? '—' : i18n.time(nextAt)),
    },
    {
      ...{ key: 'time', title: t('publishing:tasks.time'), width: 104, needsRoom: true },
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    {
      ...{ key: 'menu', title: t('publishing:tasks.actions'), width: 88, align: 'end' },
      render: (task) => <TaskMenu task={task} onChanged={(changed) => store.tasks.put([changed])} />,
    },
  ];
  return (
    <ListPage
      title={t('publishing:tasks.title')}
      about={t('publishing:tasks.about')}
      list={store.tasks}
      nameOf={({ name }) => name}
      countText={(count) => t('publishing:tasks.count', { count })}
      failed={t('publishing:tasks.unread')}
      actions={<PublishButton />}
      filters={store.filters}
      filterBar={<ViewBar />}
      columns={columns}
      nothing={{
        ...{ title: t('publishing:tasks.none'), text: t('publishing:tasks.none-text') },
        picture: <Outline />,
        action: <PublishLink />,
      }}
    />
  );
});

/** Switches between the tasks and the calendar. */
const ViewBar = observer(function ViewBar() {
  const t = useText();
  const { view } = useStore(PostsStore);
  return (
    <RadioGroup
      label={t('publishing:view.label')}
      labelHidden
      look="segments"
      value={view.value}
      options={VIEWS.map((value) => ({ value, text: t(`publishing:view.${value}`) }))}
      onChange={view.set}
    />
  );
});

function PublishButton() {
  const t = useText();
  const router = useService(ROUTER);
  return (
    <Button variant="primary" icon="send" onClick={() => void router.go(AT.compose)}>
      {t('publishing:compose.title')}
    </Button>
  );
}

function PublishLink() {
  const t = useText();
  return <Link to={AT.compose}>{t('publishing:tasks.first')}</Link>;
}

/** What will be here: videos with how far they are. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(4 ${4 + row * 40})`}>
          <rect width="24" height="32" rx="3" />
          <rect x="36" y="4" width="110" height="9" rx="3" />
          <rect x="36" y="22" width="210" height="6" rx="3" />
          <rect x="36" y="22" width={[210, 120, 30][row]} height="6" rx="3" data-lit="" />
        </g>
      ))}
    </svg>
  );
}
