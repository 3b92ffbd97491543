import type { ReactNode } from 'react';

import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';

import { Button } from '../components/Button.tsx';
import { isFramed } from '../is-framed.ts';
import { observer } from '../react/observer.ts';
import type { FollowedToolRun, Replaced } from './FollowedToolRun.ts';
import { nameOf, type RunLook } from './run-look.ts';
import { useRunWords, type SayOfRun } from './run-words.ts';
import { RunNote, RunNoteList } from './RunNote.tsx';
import type { ToolRunActions } from './ToolRunActions.ts';

interface RunNotesProps {
  run: FollowedToolRun;
  facts: ToolRun;
  actions: ToolRunActions;
  look: RunLook;
  /** What the tool has to say. */
  children?: ReactNode;
}

/** So many that were left out are named at once, more of them when asked for. */
const MOST_OPEN = 3;

/** What did not go as it was asked for, why, and what can be done. */
export const RunNotes = observer(function RunNotes({ run, facts, actions, look, children }: RunNotesProps) {
  const say = useRunWords(look.words);
  const { state, error, failed } = facts;
  const { replaced } = run;
  const leftOut = look.tellsLeftOut === true ? run.leftOut : [];
  const again = (label: string): ReactNode => (
    <Button size="small" icon="refresh" busy={actions.isBusy('retry')} onClick={() => void actions.retry()}>
      {label}
    </Button>
  );
  return (
    <div className="rp-run-notes">
      {state === 'failed' ? (
        <RunNote kind="alarm">
          <p>{error ?? say('failed-plain')}</p>
          {again(say('again'))}
          {leftOut.length === 0 && <SetUpAnew items={run.failed} look={look} />}
        </RunNote>
      ) : (
        failed > 0 && (
          <RunNote kind="alarm">
            <p>{say('some-failed', { count: failed })}</p>
            {again(say('retry-some', { count: failed }))}
            <SetUpAnew items={run.failed} look={look} />
          </RunNote>
        )
      )}
      {leftOut.length > 0 && (
        <RunNote kind="info">
          <details open={leftOut.length <= MOST_OPEN}>
            <summary>{say('left-out', { count: leftOut.length })}</summary>
            <RunNoteList>
              {leftOut.map((item) => (
                <li key={item.id}>
                  <span>{item.name}</span>
                  {item.error}
                </li>
              ))}
            </RunNoteList>
          </details>
          <SetUpAnew items={leftOut} look={look} />
        </RunNote>
      )}
      {replaced.length > 0 && (
        <RunNote kind="info">
          <details>
            <summary>{say('replaced', { count: replaced.length })}</summary>
            <RunNoteList>
              {replaced.map((each) => (
                <li key={each.item.id}>{look.replaced?.(each) ?? describeReplaced(each, say)}</li>
              ))}
            </RunNoteList>
          </details>
        </RunNote>
      )}
      {children}
    </div>
  );
});

/** What failed or was left out comes out the same again, unless what was in its way is gone. */
const SetUpAnew = observer(function SetUpAnew({ items, look }: { items: readonly ToolItem[]; look: RunLook }) {
  const say = useRunWords(look.words);
  const { setUpAnew } = look;
  const sources = [...new Set(items.flatMap((item) => item.sources))];
  if (setUpAnew === undefined || sources.length === 0 || isFramed()) return null;
  return (
    <Button size="small" icon="edit" onClick={() => void setUpAnew(sources)}>
      {say('set-up-anew')}
    </Button>
  );
});

function describeReplaced({ item, by }: Replaced, say: SayOfRun): string {
  return say(by === null ? 'replaced-by-none' : 'replaced-by', {
    ...{ place: item.position + 1, name: item.name, by: by === null ? '' : nameOf(by) },
  });
}
