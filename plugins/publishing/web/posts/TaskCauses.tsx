import { Button } from '#core/web/components/Button.tsx';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import { postsChanged } from '#plugins/publishing/events.ts';
import { listTaskCauses, type PublishTask, type TaskCause } from '#plugins/publishing/post-calls.ts';
import { PostActions } from './PostActions.ts';

interface CausesProps {
  task: PublishTask;
  onChanged(task: PublishTask): void;
}

/** Why posts of a task have failed, and all of one cause once more. Nothing while none has. */
export const TaskCauses = observer(function TaskCauses({ task, onChanged }: CausesProps) {
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const live = useLive(
    (scope) =>
      new LiveValue<{ causes: TaskCause[] }>(
        scope,
        (signal) => http.call(listTaskCauses, { params: { id: task.id } }, { signal, handlesErrors: true }),
        { events, follows: [eventTrigger(postsChanged, ({ taskId }) => taskId === task.id)] },
      ),
  );
  return (live.value?.causes ?? []).map((cause) => (
    <Cause key={`${cause.code} ${cause.reason}`} cause={cause} task={task} onChanged={onChanged} />
  ));
});

const Cause = observer(function Cause({ cause, task, onChanged }: CausesProps & { cause: TaskCause }) {
  const t = useText();
  const actions = useStore(PostActions);
  const { code, text, next, count } = cause;
  // Of an account that is gone nothing goes out again; whether a post may be out already, its owner says of each.
  const canRetry = next !== 'look' && code !== 'publishing:cause.removed';
  const retry = usePluginCallback(() => actions.retryCause(task, cause, onChanged));
  return (
    <Notice
      kind="error"
      title={t('publishing:tasks.cause', { count })}
      actions={
        canRetry && (
          <Button size="small" icon="refresh" busy={actions.busy.has(task.id)} onClick={retry}>
            {t('publishing:tasks.retry', { count })}
          </Button>
        )
      }
    >
      {text}
    </Notice>
  );
});
