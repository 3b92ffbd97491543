import type { ReactNode } from 'react';

import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { LazyImage } from '../components/LazyImage.tsx';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { observer } from '../react/observer.ts';
import type { Selection } from '../selection/Selection.ts';
import { Tick } from '../selection/Tick.tsx';
import type { ShownState } from './FollowedToolRun.ts';
import './ItemCell.css';

interface ItemCellProps {
  id: string;
  /** From 0, its place in the run. */
  position: number;
  /** What it is called where it is shown. */
  name: string;
  state: ShownState;
  /** All of it in words, for those who do not see it. */
  words: string;
  /** 0 to 1, while it is being made. */
  progress: number;
  /** Why it failed. */
  error: string | null;
  poster: string | null;
  /** What is told of it beside its name. */
  facts: readonly string[];
  selection: Selection;
  column: number;
  prefix: string;
  /** What the button says that has it made again. */
  retryLabel: string;
  onRetry(): void;
  /** The address of its picture has expired. */
  onLost(): void;
  /** What is drawn over its picture. */
  children?: ReactNode;
}

/** One item of a run: grey while it waits, its progress while it is made, then its picture; or why there is none. */
export const ItemCell = observer(function ItemCell(props: ItemCellProps) {
  const { id, position, name, state, words, progress, error, poster, facts, selection, column, prefix } = props;
  const isChosen = selection.has(id);
  const none = (
    <span className="rp-output__picture rp-output__picture--none" aria-hidden="true">
      <Icon name="film" />
    </span>
  );
  return (
    <div
      role="gridcell"
      id={`${prefix}${id}`}
      className="rp-output"
      data-id={id}
      data-state={state}
      data-focus={selection.focus === id || undefined}
      data-chosen={isChosen || undefined}
      aria-selected={isChosen}
      aria-colindex={column + 1}
    >
      <span className="rp-visually-hidden">{words}</span>
      {state === 'made' &&
        (poster === null ? (
          none
        ) : (
          <LazyImage eager className="rp-output__picture" src={poster} fallback={none} onLost={props.onLost} />
        ))}
      {state === 'made' && props.children}
      <span className="rp-output__number" aria-hidden="true">
        {position + 1}
      </span>
      {state === 'making' && (
        <span className="rp-output__progress">
          <ProgressBar value={progress} label={name} />
        </span>
      )}
      {(state === 'failed' || state === 'gone') && (
        <div className="rp-output__fault">
          <Icon name="warning" size={16} />
          <p title={error ?? undefined} aria-hidden="true">
            {error}
          </p>
          {state === 'failed' && (
            <Button size="small" tabIndex={-1} onClick={props.onRetry}>
              {props.retryLabel}
            </Button>
          )}
        </div>
      )}
      {(state === 'made' || state === 'failed') && <Tick isChosen={isChosen} />}
      {state === 'made' && (
        <span className="rp-output__facts" aria-hidden="true">
          <span className="rp-output__name">{name}</span>
          <span>{facts.join(' · ')}</span>
        </span>
      )}
    </div>
  );
});

/** A place for an item that is not planned yet. */
export function WaitingCell({ column, words }: { column: number; words: string }) {
  return (
    <div role="gridcell" className="rp-output" data-state="planning" aria-colindex={column + 1}>
      <span className="rp-visually-hidden">{words}</span>
    </div>
  );
}
