import type { MessageKey } from '#core/contract/message-keys.ts';
import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Popover } from '#core/web/components/Popover.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { pluginTitle } from '#core/web/kernel/plugin-title.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';

import { TASKS, type ShownTask } from './TasksStore.ts';
import './TaskTray.css';

const CIRCLE = 2 * Math.PI * 8;

/** A ring with the number of running jobs; it opens the list of them. */
export const TaskTray = observer(function TaskTray({ side = 'below-end' }: { side?: 'below-end' | 'above-start' }) {
  const { get } = useKernel();
  const t = useText();
  const tasks = get(TASKS);
  const count = tasks.open.length;
  return (
    <Popover
      kind="dialog"
      label={t('shell:tasks.title')}
      side={side}
      trigger={(properties) => (
        <button
          type="button"
          className="rp-tasks-ring"
          title={t('shell:tasks.title')}
          aria-label={count === 0 ? t('shell:tasks.title') : t('shell:tasks.running', { count })}
          {...properties}
        >
          {count === 0 ? <Icon name="tasks" /> : <Ring progress={tasks.progress} count={count} />}
        </button>
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

/** What runs and what has just ended. */
const TaskList = observer(function TaskList() {
  const { get } = useKernel();
  const t = useText();
  const { open, ended } = get(TASKS);
  return (
    <div className="rp-tasks">
      <p className="rp-tasks__title">{t('shell:tasks.title')}</p>
      {open.length === 0 && ended.length === 0 && (
        <div className="rp-tasks__none">
          <p>{t('shell:tasks.none')}</p>
          <p>{t('shell:tasks.none-hint')}</p>
        </div>
      )}
      <ul className="rp-tasks__list">
        {open.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {ended.length > 0 && (
        <>
          <p className="rp-tasks__part">{t('shell:tasks.recent')}</p>
          <ul className="rp-tasks__list">
            {ended.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
});

const STATE_TEXTS = {
  queued: 'shell:tasks.queued',
  running: 'shell:tasks.running-state',
  paused: 'shell:tasks.paused',
  cancelling: 'shell:tasks.cancelling',
  cancelled: 'shell:tasks.cancelled',
  succeeded: 'shell:tasks.succeeded',
  failed: 'shell:tasks.failed',
} as const satisfies Record<ShownTask['state'], MessageKey>;

const TaskRow = observer(function TaskRow({ task }: { task: ShownTask }) {
  const { get, plugins } = useKernel();
  const t = useText();
  const tasks = get(TASKS);
  // A job's name begins with its plugin's id.
  const title = pluginTitle(plugins, get(I18N), task.job.split('.')[0] ?? task.job);
  const mayCancel = task.state === 'queued' || task.state === 'running' || task.state === 'paused';
  const percent = Math.floor(task.progress * 100);
  return (
    <li className="rp-task" data-state={task.state}>
      <div className="rp-task__words">
        <span className="rp-task__title">{title}</span>
        <span className="rp-task__state">
          {t(STATE_TEXTS[task.state])}
          {task.state === 'running' && ` · ${percent} %`}
          {task.state === 'running' && task.secondsLeft !== null && ` · ${leftOf(task.secondsLeft, t)}`}
        </span>
        {task.error?.message !== undefined && <span className="rp-task__error">{task.error.message}</span>}
      </div>
      {mayCancel && (
        <IconButton
          icon="close"
          size="small"
          label={t('shell:tasks.cancel', { job: title })}
          // The error catalogue tells when it could not be.
          onClick={() => void tasks.cancel(task.id).catch(() => undefined)}
        />
      )}
      {task.state === 'running' && (
        <progress className="rp-task__bar" max={1} value={task.progress} aria-label={title}>
          {percent} %
        </progress>
      )}
    </li>
  );
});

function leftOf(seconds: number, t: ReturnType<typeof useText>): string {
  return seconds >= 90
    ? t('shell:tasks.left-minutes', { minutes: Math.round(seconds / 60) })
    : t('shell:tasks.left-seconds', { seconds: Math.max(1, Math.round(seconds)) });
}
