import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { PublishTask } from '#plugins/publishing/post-calls.ts';

/** How many posts of a task are published, and how many were not. */
export const TaskProgress = observer(function TaskProgress({ task }: { task: PublishTask }) {
  const t = useText();
  const { name, posts, published, failed, cancelled, handover, inbox } = task;
  return (
    <span className="rp-task-progress">
      <span>
        {t('publishing:tasks.published', { published, posts })}
        {failed > 0 && (
          <span className="rp-task-progress__failed"> · {t('publishing:tasks.failed', { count: failed })}</span>
        )}
        {handover > 0 && ` · ${t('publishing:tasks.handover', { count: handover })}`}
        {inbox > 0 && ` · ${t('publishing:tasks.inbox', { count: inbox })}`}
        {cancelled > 0 && ` · ${t('publishing:tasks.cancelled', { count: cancelled })}`}
      </span>
      <ProgressBar
        value={posts === 0 ? 0 : published / posts}
        label={t('publishing:tasks.progress-of', { name })}
        waiting={task.state !== 'publishing'}
      />
    </span>
  );
});
