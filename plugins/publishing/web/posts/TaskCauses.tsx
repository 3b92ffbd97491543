import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import type { PublishTask, TaskCause } from '#plugins/publishing/post-calls.ts';
import { PostActions } from './PostActions.ts';
import { isCauseRetriable } from './post-words.ts';

interface CauseProps {
  task: PublishTask;
  onChanged(task: PublishTask): void;
}

/** Why posts of a task have failed, and all of one cause once more. */
export function TaskCauses({ causes, ...of }: CauseProps & { causes: readonly TaskCause[] }) {
  return causes.map((cause) => <Cause key={`${cause.code} ${cause.reason}`} cause={cause} {...of} />);
}

const Cause = observer(function Cause({ cause, task, onChanged }: CauseProps & { cause: TaskCause }) {
  const t = useText();
  const actions = useStore(PostActions);
  const { text, count } = cause;
  const retry = usePluginCallback(() => actions.retryCause(task, cause, onChanged));
  return (
    <Notice
      kind="error"
      title={t('publishing:tasks.cause', { count })}
      actions={
        isCauseRetriable(cause) && (
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
