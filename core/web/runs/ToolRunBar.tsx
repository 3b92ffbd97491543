import type { ToolRun } from '#core/contract/tool-run-calls.ts';

import { Button } from '../components/Button.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { I18N } from '../i18n/i18n.ts';
import { isFramed } from '../is-framed.ts';
import { observer } from '../react/observer.ts';
import { useService } from '../react/use-service.ts';
import { chosenOutputs } from './chosen-outputs.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import { OutputActions } from './OutputActions.tsx';
import { OutputExports } from './OutputExports.tsx';
import { USUAL_NAMING, type RunLook } from './run-look.ts';
import { useRunWords } from './run-words.ts';
import type { ToolRunActions } from './ToolRunActions.ts';
import { useOutputCommands } from './use-output-commands.ts';
import './ToolRunBar.css';

interface ToolRunBarProps {
  run: FollowedToolRun;
  facts: ToolRun;
  actions: ToolRunActions;
  look: RunLook;
  /** The run is gone. */
  onRemoved(): void;
}

/** What can be done with the items of a run: with all, or with those that are chosen. */
export const ToolRunBar = observer(function ToolRunBar({ run, facts, actions, look, onRemoved }: ToolRunBarProps) {
  const say = useRunWords(look.words);
  const i18n = useService(I18N);
  const isOffered = look.makesFiles !== true;
  useOutputCommands(run, isOffered);
  const { made, chosen, failed, selection } = run;
  const isChoosing = selection.size > 0;
  const some = isChoosing ? chosen : undefined;
  const count = (some ?? made).length;
  const again = failed.filter(({ id }) => selection.has(id)).map(({ id }) => id);
  const bytes = (some ?? made).flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);
  const isOver = run.isUnderWay === false;
  const mayLeave = count > 0 && !isFramed();
  if (made.length === 0 && failed.length === 0 && !isOver) return null;
  return (
    <div className="rp-run-bar" role="toolbar" aria-label={say('bar')} data-choosing={isChoosing || undefined}>
      {isChoosing && <IconButton icon="close" size="small" label={say('clear')} onClick={selection.clear} />}
      <p className="rp-run-bar__count" role="status">
        {say(isChoosing ? 'chosen' : 'made', { count: i18n.count(isChoosing ? selection.size : count) })}
        {bytes > 0 && <span>{i18n.bytes(bytes)}</span>}
      </p>
      {made.length > 0 && selection.size < run.order.length && (
        <Button size="small" variant="quiet" onClick={() => selection.replace(made.map(({ id }) => id))}>
          {say('all')}
        </Button>
      )}
      <span className="rp-run-bar__space" />
      {again.length > 0 && (
        <Button size="small" icon="refresh" busy={actions.isBusy('retry')} onClick={() => void actions.retry(again)}>
          {say('retry-some', { count: again.length })}
        </Button>
      )}
      {isOver && !isChoosing && look.more?.(facts)}
      {mayLeave && (
        <Button
          size="small"
          icon="edit"
          busy={actions.isBusy('rename')}
          onClick={() => void actions.rename(look.naming ?? USUAL_NAMING, some)}
        >
          {say('rename')}
        </Button>
      )}
      {isOffered && <OutputActions outputs={chosenOutputs(run)} />}
      {isOver && !isChoosing && look.isKept !== true && (
        <Button
          size="small"
          icon="trash"
          busy={actions.isBusy('remove')}
          onClick={() => void actions.remove().then((isGone) => isGone && onRemoved())}
        >
          {say('remove')}
        </Button>
      )}
      {mayLeave && (
        <Button
          size="small"
          variant={isOver ? 'primary' : 'secondary'}
          icon="download"
          busy={actions.isBusy('archive')}
          onClick={() => void actions.archive(some)}
        >
          {say(isChoosing ? 'download' : 'download-all', { count })}
        </Button>
      )}
      {isOffered && <OutputExports outputs={chosenOutputs(run)} />}
      {facts.state === 'cancelled' && count === 0 && <p className="rp-run-bar__none">{say('none')}</p>}
    </div>
  );
});
