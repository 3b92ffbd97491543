import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { PublishTask } from '#plugins/publishing/post-calls.ts';
import { Facts, type Fact } from './Facts.tsx';

/** What is counted of a task besides what is out, and how it looks. */
const TONES = {
  ...{ failed: 'alarm', asked: 'caution' },
  ...{ handover: undefined, inbox: undefined, cancelled: undefined },
} as const satisfies Partial<Record<keyof PublishTask, Fact['tone']>>;
const COUNTS = ['failed', 'asked', 'handover', 'inbox', 'cancelled'] as const;

/** How many posts of a task are published, and how many were not. */
export const TaskProgress = observer(function TaskProgress({ task }: { task: PublishTask }) {
  const t = useText();
  const { name, posts, published } = task;
  const counts = COUNTS.filter((what) => task[what] > 0);
  return (
    <span className="rp-task-progress">
      <Facts
        facts={[
          { text: t('publishing:tasks.published', { published, posts }) },
          ...counts.map((what) => ({ text: t(`publishing:tasks.${what}`, { count: task[what] }), tone: TONES[what] })),
        ]}
      />
      <ProgressBar
        value={posts === 0 ? 0 : published / posts}
        label={t('publishing:tasks.progress-of', { name })}
        waiting={task.state !== 'publishing' && published < posts}
      />
    </span>
  );
});
