import { Button } from '../components/Button.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { I18N } from '../i18n/i18n.ts';
import { observer } from '../react/observer.ts';
import { useService } from '../react/use-service.ts';
import { useText } from '../react/use-text.ts';
import { chosenOutputs } from './chosen-outputs.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import { OutputActions } from './OutputActions.tsx';
import { OutputExports } from './OutputExports.tsx';
import type { ToolRunActions } from './ToolRunActions.ts';
import { useOutputCommands } from './use-output-commands.ts';
import './WallBar.css';

interface ToolRunBarProps {
  run: FollowedToolRun;
  actions: ToolRunActions;
  /** The run is gone. */
  onRemoved?: () => void;
}

/** What can be done with the items of a run: with all, or with those that are chosen. */
export const ToolRunBar = observer(function ToolRunBar({ run, actions, onRemoved }: ToolRunBarProps) {
  const t = useText();
  const i18n = useService(I18N);
  useOutputCommands(run);
  const { made, chosen, failed, selection } = run;
  const isChoosing = selection.size > 0;
  const some = isChoosing ? chosen : made;
  const again = failed.filter(({ id }) => !isChoosing || selection.has(id)).map(({ id }) => id);
  const bytes = some.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);
  const isOver = run.isUnderWay === false;
  if (made.length === 0 && failed.length === 0 && !isOver) return null;
  return (
    <div
      className="rp-wall-bar"
      role="toolbar"
      aria-label={t('shell:runs.bar')}
      data-choosing={isChoosing || undefined}
    >
      {isChoosing && <IconButton icon="close" size="small" label={t('shell:runs.clear')} onClick={selection.clear} />}
      <p className="rp-wall-bar__count" role="status">
        {t(isChoosing ? 'shell:runs.chosen' : 'shell:runs.made', {
          count: i18n.count(isChoosing ? selection.size : made.length),
        })}
        {bytes > 0 && <span>{i18n.bytes(bytes)}</span>}
      </p>
      {made.length > 0 && selection.size < run.order.length && (
        <Button size="small" variant="quiet" onClick={() => selection.replace(made.map(({ id }) => id))}>
          {t('shell:runs.all')}
        </Button>
      )}
      <span className="rp-wall-bar__space" />
      {again.length > 0 && (
        <Button size="small" icon="refresh" busy={actions.isBusy('retry')} onClick={() => void actions.retry(again)}>
          {t('shell:runs.retry-some', { count: again.length })}
        </Button>
      )}
      <OutputActions outputs={chosenOutputs(run)} />
      {isOver && !isChoosing && (
        <Button
          size="small"
          icon="trash"
          busy={actions.isBusy('remove')}
          onClick={() => void actions.remove().then((isGone) => isGone && onRemoved?.())}
        >
          {t('shell:runs.remove')}
        </Button>
      )}
      {some.length > 0 && (
        <Button
          size="small"
          variant={isOver ? 'primary' : 'secondary'}
          icon="download"
          busy={actions.isBusy('archive')}
          onClick={() => void actions.archive(isChoosing ? chosen : undefined)}
        >
          {t('shell:runs.download', { count: some.length })}
        </Button>
      )}
      <OutputExports outputs={chosenOutputs(run)} />
    </div>
  );
});
