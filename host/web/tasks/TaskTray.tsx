import { Icon } from '#core/web/components/Icon.tsx';
import { Popover } from '#core/web/components/Popover.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TASKS } from '#core/web/tasks/tasks.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';

import { TaskList } from './TaskList.tsx';
import './TaskTray.css';

const CIRCLE = 2 * Math.PI * 8;

/** A ring with the number of jobs in progress; it opens their list. */
export const TaskTray = observer(function TaskTray({ side = 'below-end' }: { side?: 'below-end' | 'above-start' }) {
  const t = useText();
  const tasks = useService(TASKS);
  const count = tasks.open.length;
  return (
    <Popover
      kind="dialog"
      label={t('shell:tasks.title')}
      side={side}
      trigger={(properties) => (
        <PlainButton
          className="rp-tasks-ring"
          title={t('shell:tasks.title')}
          aria-label={count === 0 ? t('shell:tasks.title') : t('shell:tasks.running', { count })}
          {...properties}
        >
          {count === 0 ? <Icon name="tasks" /> : <Ring progress={tasks.progress} count={count} />}
        </PlainButton>
      )}
    >
      {() => <TaskList />}
    </Popover>
  );
});

function Ring({ progress, count }: { progress: number; count: number }) {
  return (
    <svg width={24} height={24} viewBox="0 0 20 20" aria-hidden="true">
      <circle className="rp-tasks-ring__rest" cx={10} cy={10} r={8} />
      <circle
        className="rp-tasks-ring__done"
        cx={10}
        cy={10}
        r={8}
        strokeDasharray={CIRCLE}
        strokeDashoffset={CIRCLE * (1 - progress)}
        transform="rotate(-90 10 10)"
      />
      <text x={10} y={13} textAnchor="middle">
        {count > 99 ? '99' : count}
      </text>
    </svg>
  );
}
