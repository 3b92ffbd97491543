import { LoadError } from '#core/web/components/LoadError.tsx';
import { BackLink } from '#core/web/components/BackLink.tsx';
import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP, HttpFailure } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link, useParams } from '#core/web/router/links.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { postsChanged } from '#plugins/publishing/events.ts';
import {
  listPosts,
  listTaskCauses,
  readPublishTask,
  type Post,
  type PublishTask,
  type TaskCause,
} from '#plugins/publishing/post-calls.ts';
import { AT } from '../links/addresses.ts';
import { PostActions } from './PostActions.ts';
import { PostFigures } from './PostFigures.tsx';
import { PostMenu } from './PostMenu.tsx';
import { PostPicture } from './PostPicture.tsx';
import { PostState } from './PostState.tsx';
import { TaskCauses } from './TaskCauses.tsx';
import { TaskButtons } from './TaskMenu.tsx';
import { TaskProgress } from './TaskProgress.tsx';
import { isCancellable, isRetriable, toldFigures } from './post-words.ts';

/** A publish task with its posts. */
export default function TaskPage() {
  const { id = '' } = useParams();
  return <OneTask key={id} id={id} />;
}

const OneTask = observer(function OneTask({ id }: { id: string }) {
  const t = useText();
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const live = useLive(
    (scope) =>
      new LiveValue<PublishTask>(
        scope,
        (signal) => http.call(readPublishTask, { params: { id } }, { signal, handlesErrors: true }),
        { events, follows: [eventTrigger(postsChanged, ({ taskId }) => taskId === id)] },
      ),
  );
  const causes = useLive(
    (scope) =>
      new LiveValue<{ causes: TaskCause[] }>(
        scope,
        (signal) => http.call(listTaskCauses, { params: { id } }, { signal, handlesErrors: true }),
        { events, follows: [eventTrigger(postsChanged, ({ taskId }) => taskId === id)] },
      ),
  );
  const { value: task, failure } = live;
  // What stands above the list is known before the list is shown, which would move down else.
  const isWhole = task?.failed === 0 || causes.value !== null || causes.failure !== null;
  if (task !== null && isWhole) {
    return <Posts task={task} causes={causes.value?.causes ?? []} onChanged={live.put} />;
  }
  const isGone = failure?.error instanceof HttpFailure && [400, 404].includes(failure.error.status);
  return (
    <PageFrame title={t('publishing:task.title')}>
      {isGone ? (
        <Empty
          icon="calendar"
          title={t('publishing:task.gone')}
          action={<Link to={AT.tasks}>{t('publishing:task.back')}</Link>}
        />
      ) : failure === null ? (
        <Skeleton shape="rows" count={6} />
      ) : (
        <LoadError text={t('publishing:tasks.unread')} error={failure.error} onRetry={() => void live.load()} />
      )}
    </PageFrame>
  );
});

interface PostsProps {
  task: PublishTask;
  causes: readonly TaskCause[];
  onChanged(task: PublishTask): void;
}

const Posts = observer(function Posts({ task, causes, onChanged }: PostsProps) {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const posts = useLive<LiveList<Post>>(
    (scope) =>
      new LiveList<Post>(
        scope,
        ({ cursor, limit, signal }) =>
          http.call(listPosts, { query: { task: task.id, cursor, limit } }, { signal, handlesErrors: true }),
        { events, follows: [eventTrigger(postsChanged, ({ taskId }) => taskId === task.id)] },
      ),
  );
  const put = (post: Post): void => posts.put([post]);
  const columns: ListColumn<Post>[] = [
    {
      ...{ key: 'video', title: t('publishing:posts.video') },
      render: ({ name, title, fileId, picture }) => (
        <span className="rp-task-name">
          <PostPicture fileId={fileId} made={picture} />
          <span>
            {title === '' ? name : title}
            {title !== '' && <small className="rp-posts__file">{name}</small>}
          </span>
        </span>
      ),
      plain: ({ name }) => name,
    },
    {
      ...{ key: 'account', title: t('publishing:posts.account'), width: 152 },
      render: ({ channel, service }) => (
        <span>
          {channel}
          {service !== null && <small className="rp-posts__file">{service}</small>}
        </span>
      ),
      plain: ({ channel }) => channel,
    },
    {
      ...{ key: 'time', title: t('publishing:posts.time'), width: 120 },
      render: ({ at }) => <time dateTime={at}>{i18n.time(at)}</time>,
      plain: ({ at }) => at,
    },
    {
      ...{ key: 'state', title: t('publishing:posts.state'), width: 208 },
      render: (post) => <PostState post={post} onChanged={put} />,
      plain: ({ state, cause }) => cause?.text ?? t(`publishing:posts.state-${state}`),
    },
    {
      ...{ key: 'figures', title: t('publishing:posts.figures'), width: 112 },
      render: ({ figures }) =>
        figures === null || toldFigures(figures).length === 0 ? '—' : <PostFigures figures={figures} />,
      plain: ({ figures }) => figures?.views ?? null,
    },
    {
      ...{ key: 'link', title: t('publishing:posts.link'), width: 64 },
      render: ({ link, name }) =>
        link === null ? (
          '—'
        ) : (
          <a
            className="rp-post-link"
            href={link}
            target="_blank"
            rel="noreferrer"
            aria-label={t('publishing:posts.open-named', { name })}
          >
            {t('publishing:posts.open')}
          </a>
        ),
      plain: ({ link }) => link,
    },
    {
      ...{ key: 'menu', title: t('publishing:tasks.actions'), width: 88, align: 'end' },
      render: (post) =>
        (isCancellable(post) || isRetriable(post)) && (
          <PostMenu
            post={post}
            onChanged={put}
            trigger={(properties) => (
              <IconButton
                {...properties}
                icon="more"
                size="small"
                label={t('publishing:posts.menu', { name: post.name })}
              />
            )}
          />
        ),
    },
  ];
  return (
    <div className="rp-task-page">
      <BackLink to={AT.tasks}>{t('publishing:task.back')}</BackLink>
      <ListPage
        title={task.name}
        about={<TaskProgress task={task} />}
        actions={<TaskButtons task={task} causes={causes} onChanged={onChanged} />}
        list={posts}
        notice={
          <>
            {task.asked > 0 && <Overdue task={task} onChanged={onChanged} />}
            {task.failed > 0 && <TaskCauses task={task} causes={causes} onChanged={onChanged} />}
          </>
        }
        nameOf={({ name, channel }) => `${name} · ${channel}`}
        countText={(count) => t('publishing:posts.count', { count })}
        failed={t('publishing:posts.unread')}
        exportAs={task.name}
        columns={columns}
        nothing={{ title: t('publishing:posts.none'), icon: 'calendar' }}
      />
    </div>
  );
});

/** Asks what becomes of posts whose time has passed while nothing could go out. */
const Overdue = observer(function Overdue({ task, onChanged }: Omit<PostsProps, 'causes'>) {
  const t = useText();
  const actions = useStore(PostActions);
  const answer = usePluginCallback((how: 'now' | 'next' | 'cancel') => actions.answer(task, how, onChanged));
  const isBusy = actions.busy.has(task.id);
  return (
    <Notice
      kind="warning"
      actions={
        <>
          <Button size="small" busy={isBusy} onClick={() => answer('now')}>
            {t('publishing:tasks.overdue-now')}
          </Button>
          <Button size="small" disabled={isBusy} onClick={() => answer('next')}>
            {t('publishing:tasks.overdue-next')}
          </Button>
          <Button size="small" disabled={isBusy} onClick={() => answer('cancel')}>
            {t('publishing:tasks.overdue-cancel', { count: task.asked })}
          </Button>
        </>
      }
    >
      {t('publishing:tasks.overdue', { count: task.asked })}
    </Notice>
  );
});
