import type { ReactNode } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { Link } from '#core/web/router/links.ts';
import { HTTP } from '#core/web/http/http.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { MixOutput, MixRun } from '#plugins/mixing/calls.ts';
import { describeMissingGlyphs } from '#plugins/mixing/glyphs.ts';
import { useMaterials } from '../parts/use-materials.ts';
import type { FollowedRun, Replaced } from './FollowedRun.ts';
import { readAdvice } from './read-advice.ts';
import { RunActions } from './RunActions.ts';
import './RunNotes.css';

interface RunNotesProps {
  run: FollowedRun;
  facts: MixRun;
}

/** What did not go as it was asked for, why, and what can be done. */
export const RunNotes = observer(function RunNotes({ run, facts }: RunNotesProps) {
  const t = useText();
  const actions = useStore(RunActions);
  const { state, error, refused, planned, count, failed, glyphs } = facts;
  const isFewer = planned !== null && planned < count && state !== 'cancelled';
  const hasFailed = state === 'failed';
  const { replaced } = run;
  const missing = describeMissingGlyphs(glyphs);
  const isQuiet = missing === null && !isFewer && replaced.length === 0;
  if (!hasFailed && failed === 0 && refused.length === 0 && isQuiet) return null;
  return (
    <div className="rp-run-notes">
      {hasFailed && (
        <Note kind="alarm">
          <p>{error ?? t('mixing:run.failed-plain')}</p>
          <Button
            size="small"
            icon="refresh"
            busy={actions.isBusy(run, 'retry')}
            onClick={() => void actions.retry(run)}
          >
            {t('mixing:run.try-again')}
          </Button>
        </Note>
      )}
      {!hasFailed && failed > 0 && (
        <Note kind="alarm">
          <p>{t('mixing:run.some-failed', { count: failed })}</p>
          <Button
            size="small"
            icon="refresh"
            busy={actions.isBusy(run, 'retry')}
            onClick={() => void actions.retry(run)}
          >
            {t('mixing:run.retry-all', { count: failed })}
          </Button>
        </Note>
      )}
      {replaced.length > 0 && <Others replaced={replaced} />}
      {missing !== null && (
        <Note kind="caution">
          <p>{t('mixing:glyphs-missing-there', missing)}</p>
        </Note>
      )}
      {isFewer && <Fewer key={run.id} {...{ run, facts }} />}
      {refused.length > 0 && <Refused refused={refused} />}
    </div>
  );
});

/** Fewer were possible than were asked for: what to add for the rest. */
const Fewer = observer(function Fewer({ run, facts }: RunNotesProps) {
  const t = useText();
  const actions = useStore(RunActions);
  const http = useService(HTTP);
  const advice = useLive((scope) => new LiveValue(scope, (signal) => readAdvice(http, facts, signal)));
  const { planned, count, projectId, share, groups: of, further, alike, state } = facts;
  const names = useMaterials(alike.flatMap(({ material, like }) => [material, like]));
  const pairs = alike.flatMap(({ material, like }) => {
    const [name, other] = [names.get(material)?.name, names.get(like)?.name];
    return name === undefined || other === undefined
      ? []
      : [t('mixing:editor.yield-alike-pair', { name, like: other })];
  });
  const { value } = advice;
  const where = value?.groups.map(({ name, clips }) => t('mixing:run.advice-group', { group: name, clips }));
  return (
    <Note kind="caution">
      <p>
        {share === null || further === null
          ? t('mixing:run.fewer', { possible: planned ?? 0, count })
          : t('mixing:run.fewer-limit', {
              ...{ possible: planned ?? 0, count, share, of },
              ...{ more: further.count, next: further.share },
            })}{' '}
        {where === undefined
          ? t('mixing:advice-more')
          : t('mixing:run.advice', { groups: where.join(t('mixing:run.advice-and')), to: value?.to ?? 0 })}
      </p>
      {pairs.length > 0 && (
        <details>
          <summary>{t('mixing:editor.yield-alike', { count: pairs.length })}</summary>
          <ul className="rp-run-notes__refused">
            {pairs.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </details>
      )}
      {further !== null && state === 'done' && (
        <Button
          size="small"
          busy={actions.isBusy(run, 'further')}
          onClick={() => void actions.makeFurther(run, further.share)}
        >
          {t('mixing:run.make-further', { more: further.count, next: further.share, of })}
        </Button>
      )}
      <Link to={`/mixedCut/edit/${projectId}`}>{t('mixing:run.add-clips')}</Link>
    </Note>
  );
});

/** What took the places of videos that were too much like others. */
const Others = observer(function Others({ replaced }: { replaced: readonly Replaced[] }) {
  const t = useText();
  const shown = replaced.flatMap(({ output, by }) => [output, ...(by === null ? [] : [by])]);
  const names = useMaterials(shown.flatMap(({ shots }) => shots.map(({ material }) => material)));
  const clipsOf = ({ shots }: MixOutput): string =>
    shots.map(({ material }) => names.get(material)?.name ?? '–').join(' + ');
  return (
    <Note kind="info">
      <details>
        <summary>{t('mixing:run.replaced', { count: replaced.length })}</summary>
        <ul className="rp-run-notes__refused">
          {replaced.map(({ output, by }) => (
            <li key={output.id}>
              {t(by === null ? 'mixing:run.replaced-by-none' : 'mixing:run.replaced-by', {
                ...{ place: output.position + 1, clips: clipsOf(output), like: output.like ?? '–' },
                by: by === null ? '' : clipsOf(by),
              })}
            </li>
          ))}
        </ul>
      </details>
    </Note>
  );
});

const Refused = observer(function Refused({ refused }: { refused: MixRun['refused'] }) {
  const t = useText();
  const names = useMaterials(refused.map(({ material }) => material));
  return (
    <Note kind="caution">
      <details>
        <summary>{t('mixing:run.refused', { count: refused.length })}</summary>
        <ul className="rp-run-notes__refused">
          {refused.map(({ material, reason }) => (
            <li key={material}>
              {names.get(material) !== undefined && <span>{names.get(material)?.name}</span>}
              {reason}
            </li>
          ))}
        </ul>
      </details>
    </Note>
  );
});

function Note({ kind, children }: { kind: 'alarm' | 'caution' | 'info'; children: ReactNode }) {
  return (
    <div className="rp-run-note" data-kind={kind}>
      <Icon name={kind === 'info' ? 'info' : 'warning'} size={16} />
      {children}
    </div>
  );
}
