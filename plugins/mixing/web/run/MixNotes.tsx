import { Button } from '#core/web/components/Button.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import type { FollowedToolRun } from '#core/web/runs/FollowedToolRun.ts';
import { RunNote, RunNoteList } from '#core/web/runs/RunNote.tsx';

import { describeMissingGlyphs } from '#plugins/mixing/glyphs.ts';
import type { MixRun } from '#plugins/mixing/mix-run.ts';
import { useMaterials } from '../parts/use-materials.ts';
import { readAdvice } from './read-advice.ts';
import { RunActions } from './RunActions.ts';

interface MixNotesProps {
  run: FollowedToolRun;
  facts: MixRun;
}

/** What of a run's plan did not go as it was asked for, why, and what can be done. */
export const MixNotes = observer(function MixNotes({ run, facts }: MixNotesProps) {
  const t = useText();
  const { refused, planned, count, glyphs } = facts.facts;
  const isFewer = planned !== null && planned < count && facts.state !== 'cancelled';
  const missing = describeMissingGlyphs(glyphs);
  return (
    <>
      {missing !== null && (
        <RunNote kind="caution">
          <p>{t('mixing:glyphs-missing-there', missing)}</p>
        </RunNote>
      )}
      {isFewer && <Fewer key={run.id} {...{ run, facts }} />}
      {refused.length > 0 && <Refused refused={refused} />}
    </>
  );
});

/** Fewer were possible than were asked for: what to add for the rest. */
const Fewer = observer(function Fewer({ run, facts }: MixNotesProps) {
  const t = useText();
  const actions = useStore(RunActions);
  const http = useService(HTTP);
  const advice = useLive((scope) => new LiveValue(scope, (signal) => readAdvice(http, facts, signal)));
  const { planned, count, share, groups: of, further, alike } = facts.facts;
  const projectId = facts.settings.project;
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
    <RunNote kind="caution">
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
          <RunNoteList>
            {pairs.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </RunNoteList>
        </details>
      )}
      {further !== null && facts.state === 'done' && (
        <Button
          size="small"
          busy={actions.isBusy(run.id, 'further')}
          onClick={() => void actions.makeFurther(run, further.share)}
        >
          {t('mixing:run.make-further', { more: further.count, next: further.share, of })}
        </Button>
      )}
      <Link to={`/mixedCut/edit/${projectId}`}>{t('mixing:run.add-clips')}</Link>
    </RunNote>
  );
});

const Refused = observer(function Refused({ refused }: { refused: MixRun['facts']['refused'] }) {
  const t = useText();
  const names = useMaterials(refused.map(({ material }) => material));
  return (
    <RunNote kind="caution">
      <details>
        <summary>{t('mixing:run.refused', { count: refused.length })}</summary>
        <RunNoteList>
          {refused.map(({ material, reason }) => (
            <li key={material}>
              {names.get(material) !== undefined && <span>{names.get(material)?.name}</span>}
              {reason}
            </li>
          ))}
        </RunNoteList>
      </details>
    </RunNote>
  );
});
