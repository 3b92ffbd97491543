import { useEffect, useMemo, useState, type ReactNode } from 'react';

import { LoadError } from '../components/LoadError.tsx';
import { DIALOGS } from '../dialogs/dialogs.ts';
import { I18N } from '../i18n/i18n.ts';
import { isFramed } from '../is-framed.ts';
import { observer } from '../react/observer.ts';
import { usePluginContext } from '../react/use-plugin-context.ts';
import { useService } from '../react/use-service.ts';
import { useSettledSlot } from '../react/use-whole-slot.ts';
import { useText } from '../react/use-text.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import { ItemCell, WaitingCell } from './ItemCell.tsx';
import { ItemWall } from './ItemWall.tsx';
import { RUN_EXPORTS } from './run-exports.ts';
import { nameOf, type RunLook } from './run-look.ts';
import { RUN_OUTPUTS } from './run-outputs.ts';
import { useRunWords } from './run-words.ts';
import { RunNotes } from './RunNotes.tsx';
import { ToolRunActions } from './ToolRunActions.ts';
import { ToolRunBar } from './ToolRunBar.tsx';
import { ToolRunHead } from './ToolRunHead.tsx';
import type { ShownItem } from './ToolItemDialog.tsx';
import { useToolRun } from './use-tool-run.ts';
import './ToolRunView.css';

export type { RunLook, RunNaming } from './run-look.ts';
export { RunNote, RunNoteList } from './RunNote.tsx';

export interface ToolRunViewProps {
  id: string;
  look: RunLook;
  /** The run does not exist, or was removed. */
  missing: ReactNode;
}

/**
 * The page of a tool's run: how far it is, how it is steered, a wall of what was made, and what can be done with it.
 * Its plugin needs what `askRunPage` asks for.
 * @example <ToolRunView id={id} look={{ back: () => ({ to: '/videoCrop', title: t('crop:title') }), … }} missing={<Missing />} />
 */
export const ToolRunView = observer(function ToolRunView({ id, look, missing }: ToolRunViewProps) {
  const t = useText();
  const say = useRunWords(look.words);
  const dialogs = useService(DIALOGS);
  const context = usePluginContext();
  const run = useToolRun(id);
  const { words } = look;
  const actions = useMemo(() => new ToolRunActions(run, context, words), [run, context, words]);
  const [removed, setRemoved] = useState<string | null>(null);
  // The wall needs the element itself, and is drawn before a reference would be there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useEffect(() => run.follow(), [run]);
  // Each button that came later would push what is below the bar on a phone.
  const areActionsThere = [useSettledSlot(RUN_OUTPUTS), useSettledSlot(RUN_EXPORTS)].every(Boolean);

  if (removed === id || run.isMissing) return missing;
  const { failure } = run.live;
  const { run: facts } = run;
  const isThere = areActionsThere && (run.isRead || run.order.length > 0);
  const expected = facts?.state === 'planning' ? (look.expected?.(facts) ?? 0) : 0;
  return (
    <div className="rp-tool-run rp-full-page" ref={setScroller} onScroll={() => (run.place = scroller?.scrollTop ?? 0)}>
      {facts === null ? (
        failure === null ? (
          <h1 className="rp-visually-hidden">{say('title')}</h1>
        ) : (
          <div className="rp-tool-run__trouble">
            <LoadError text={say('unread')} error={failure.error} onRetry={() => void run.live.load()} />
          </div>
        )
      ) : (
        <>
          <ToolRunHead key={id} {...{ run, facts, actions, look }} />
          <RunNotes {...{ run, facts, actions, look }}>{look.notes?.(facts)}</RunNotes>
          {isThere && <ToolRunBar {...{ run, facts, actions, look }} onRemoved={() => setRemoved(id)} />}
        </>
      )}
      <ItemWall
        key={`${id} wall`}
        run={run}
        label={say('wall')}
        ratio={(facts && look.ratio?.(facts)) ?? '9:16'}
        cells={areActionsThere ? Math.max(run.order.length, expected) : 0}
        scroller={scroller}
        open={async (item) => {
          if (isFramed()) return;
          await dialogs.show<ShownItem>(
            () => import(/* webpackChunkName: "run-dialogs" */ './ToolItemDialog.tsx'),
            { run, actions, look, id: item },
            { width: 760 },
          );
        }}
        draw={(item, place) => <RunCell key={item} {...{ run, actions, look, place }} id={item} />}
        drawEmpty={(place, column) => (
          <WaitingCell key={place} column={column} words={t('shell:runs.item-planning', { number: place + 1 })} />
        )}
      />
    </div>
  );
});

interface RunCellProps {
  run: FollowedToolRun;
  actions: ToolRunActions;
  look: RunLook;
  id: string;
  place: { column: number; prefix: string };
}

const RunCell = observer(function RunCell({ run, actions, look, id, place }: RunCellProps) {
  const say = useRunWords(look.words);
  const i18n = useService(I18N);
  const item = run.get(id);
  if (item === undefined) return null;
  const { position, error, poster, files } = item;
  const name = nameOf(item);
  const state = run.stateOf(item);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <ItemCell
      {...{ id, position, name, state, error, poster, ...place }}
      words={say(`item-${state}`, { name, error: error ?? '' })}
      progress={run.progressOf(id)}
      facts={state === 'made' ? [...(look.facts?.(item) ?? []), i18n.bytes(bytes)] : []}
      selection={run.selection}
      retryLabel={say('retry')}
      onRetry={() => void actions.retry([id])}
      onLost={() => run.renew(id)}
    >
      {run.run !== null && look.over?.(item, run.run)}
    </ItemCell>
  );
});
