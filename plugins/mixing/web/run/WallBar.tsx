import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Popover } from '#core/web/ui/Popover.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';

import { MAX_OUTPUTS } from '#plugins/mixing/project.ts';
import type { MixRun } from '#plugins/mixing/calls.ts';
import type { FollowedRun } from './FollowedRun.ts';
import { RunActions } from './RunActions.ts';
import '#core/web/runs/WallBar.css';
import './MoreButton.css';

/** How many "make more" offers at first. */
const MORE = 20;

/** What can be done with the videos: with all, or with those that are chosen. */
export const WallBar = observer(function WallBar({ run, facts }: { run: FollowedRun; facts: MixRun }) {
  const t = useText();
  const i18n = useService(I18N);
  const actions = useStore(RunActions);
  const { made, chosen, selection, failed } = run;
  const isChoosing = selection.size > 0;
  const some = isChoosing ? chosen : undefined;
  const count = (some ?? made).length;
  const bytes = (some ?? made).reduce((sum, { size }) => sum + (size ?? 0), 0);
  const chosenFailed = isChoosing ? failed.filter(({ id }) => selection.has(id)).map(({ id }) => id) : [];
  const isOver = run.isUnderWay === false;
  if (made.length === 0 && failed.length === 0 && !isOver) return null;

  return (
    <div
      className="rp-wall-bar"
      role="toolbar"
      aria-label={t('mixing:wall.bar')}
      data-choosing={isChoosing || undefined}
    >
      {isChoosing ? (
        <IconButton icon="close" size="small" label={t('mixing:wall.clear')} onClick={selection.clear} />
      ) : null}
      <p className="rp-wall-bar__count" role="status">
        {t(isChoosing ? 'mixing:wall.chosen' : 'mixing:wall.made', {
          count: i18n.count(isChoosing ? selection.size : count),
        })}
        {bytes > 0 && <span>{i18n.bytes(bytes)}</span>}
      </p>
      {made.length > 0 && selection.size < run.order.length && (
        <Button size="small" variant="quiet" onClick={() => selection.replace(made.map(({ id }) => id))}>
          {t('mixing:wall.all')}
        </Button>
      )}
      <span className="rp-wall-bar__space" />
      {chosenFailed.length > 0 && (
        <Button
          size="small"
          icon="refresh"
          busy={actions.isBusy(run, 'retry')}
          onClick={() => void actions.retry(run, chosenFailed)}
        >
          {t('mixing:run.retry-all', { count: chosenFailed.length })}
        </Button>
      )}
      {isOver && !isChoosing && <MoreButton run={run} />}
      {count > 0 && (
        <>
          <Button
            size="small"
            icon="edit"
            busy={actions.isBusy(run, 'rename')}
            onClick={() => void actions.rename(run, some)}
          >
            {t('mixing:wall.rename')}
          </Button>
          <Button
            size="small"
            icon="folder-move"
            busy={actions.isBusy(run, 'keep')}
            onClick={() => void actions.keep(run, some)}
          >
            {t('mixing:wall.keep')}
          </Button>
          <Button
            size="small"
            variant={isOver ? 'primary' : 'secondary'}
            icon="download"
            busy={actions.isBusy(run, 'archive')}
            onClick={() => void actions.archive(run, some)}
          >
            {t(isChoosing ? 'mixing:wall.download-chosen' : 'mixing:wall.download-all', { count })}
          </Button>
        </>
      )}
      {facts.state === 'cancelled' && count === 0 && <p className="rp-wall-bar__none">{t('mixing:wall.none')}</p>}
    </div>
  );
});

/** Makes further ones, distinct from all that the project has made. */
const MoreButton = observer(function MoreButton({ run }: { run: FollowedRun }) {
  const t = useText();
  const actions = useStore(RunActions);
  const [count, setCount] = useState<number | null>(MORE);
  const isFit = count !== null && Number.isInteger(count) && count >= 1 && count <= MAX_OUTPUTS;
  return (
    <Popover
      label={t('mixing:more.title')}
      trigger={(properties) => (
        <Button size="small" icon="plus" {...properties}>
          {t('mixing:more.open')}
        </Button>
      )}
    >
      {(close) => (
        <form
          className="rp-more"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isFit) return;
            void actions.makeMore(run, count).then((isThere) => isThere && close());
          }}
        >
          <NumberField
            label={t('mixing:more.count')}
            value={count}
            min={1}
            max={MAX_OUTPUTS}
            invalid={!isFit}
            opensFocused
            onChange={setCount}
          />
          <p>{t(isFit ? 'mixing:more.text' : 'mixing:more.range', { most: MAX_OUTPUTS })}</p>
          {isFit && !actions.mayMake(count) && <p>{t('mixing:more.locked', { most: actions.freeOutputs })}</p>}
          <Button type="submit" variant="primary" wide busy={actions.isBusy(run, 'more')} disabled={!isFit}>
            {t('mixing:more.make', { count: isFit ? count : MORE })}
          </Button>
        </form>
      )}
    </Popover>
  );
});
