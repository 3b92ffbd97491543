import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';

import type { PublishTask, TaskCause } from '#plugins/publishing/post-calls.ts';
import { PhoneButton } from '../phone/PhoneButton.tsx';
import { PostActions } from './PostActions.ts';
import { isCauseRetriable } from './post-words.ts';

type Step = 'pause' | 'resume' | 'cancel' | 'retry';

interface TaskMenuProps {
  task: PublishTask;
  onChanged(task: PublishTask): void;
}

/** What can be done with all posts of a task. */
export const TaskMenu = observer(function TaskMenu({ task, onChanged }: TaskMenuProps) {
  const t = useText();
  const actions = useStore(PostActions);
  const steer = usePluginCallback((step: Step) => actions.steerTask(task, step, onChanged));
  const dialogs = useService(DIALOGS);
  const { id, name } = task;
  const publish = usePluginCallback(() => dialogs.open('publishing/phone', { kind: 'task', id, name }));
  const isOpen = task.waiting > 0;
  const again = task.failed + task.cancelled;
  if (!isOpen && again === 0) return null;
  return (
    <DropdownMenu
      label={t('publishing:tasks.menu', { name: task.name })}
      trigger={(properties) => (
        <IconButton
          {...properties}
          icon="more"
          size="small"
          label={t('publishing:tasks.menu', { name: task.name })}
          disabled={actions.busy.has(task.id)}
        />
      )}
    >
      {task.handover > 0 && (
        <MenuItem icon="qr" onChoose={publish}>
          {t('publishing:tasks.by-phone', { count: task.handover })}
        </MenuItem>
      )}
      {isOpen && (
        <MenuItem icon={task.isPaused ? 'play' : 'pause'} onChoose={() => steer(task.isPaused ? 'resume' : 'pause')}>
          {t(task.isPaused ? 'publishing:tasks.resume' : 'publishing:tasks.pause')}
        </MenuItem>
      )}
      {again > 0 && (
        <MenuItem icon="refresh" onChoose={() => steer('retry')}>
          {t('publishing:tasks.retry', { count: again })}
        </MenuItem>
      )}
      {isOpen && (
        <MenuItem icon="close" danger onChoose={() => steer('cancel')}>
          {t('publishing:tasks.cancel', { count: task.waiting })}
        </MenuItem>
      )}
    </DropdownMenu>
  );
});

/** The same as buttons, at the head of the task's own page, but for what stands beside a cause there. */
export const TaskButtons = observer(function TaskButtons({
  task,
  causes,
  onChanged,
}: TaskMenuProps & { causes: readonly TaskCause[] }) {
  const t = useText();
  const actions = useStore(PostActions);
  const steer = usePluginCallback((step: Step) => actions.steerTask(task, step, onChanged));
  const failed = task.failed + task.cancelled;
  const again = causes.some((cause) => isCauseRetriable(cause) && cause.count === failed) ? 0 : failed;
  const isBusy = actions.busy.has(task.id);
  return (
    <>
      {task.handover > 0 && (
        <PhoneButton kind="task" id={task.id} name={task.name}>
          {t('publishing:tasks.by-phone', { count: task.handover })}
        </PhoneButton>
      )}
      {task.waiting > 0 && (
        <Button
          icon={task.isPaused ? 'play' : 'pause'}
          disabled={isBusy}
          onClick={() => steer(task.isPaused ? 'resume' : 'pause')}
        >
          {t(task.isPaused ? 'publishing:tasks.resume' : 'publishing:tasks.pause')}
        </Button>
      )}
      {again > 0 && (
        <Button icon="refresh" disabled={isBusy} onClick={() => steer('retry')}>
          {t('publishing:tasks.retry', { count: again })}
        </Button>
      )}
      {task.waiting > 0 && (
        <Button icon="close" variant="danger" disabled={isBusy} onClick={() => steer('cancel')}>
          {t('publishing:tasks.cancel', { count: task.waiting })}
        </Button>
      )}
    </>
  );
});
