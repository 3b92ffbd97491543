import { useEffect } from 'react';

import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useSearchParams } from '#core/web/router/links.ts';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';

import { OwnPart } from './OwnPart.tsx';
import { PlacesPart } from './PlacesPart.tsx';
import { PlanPart } from './PlanPart.tsx';
import { PublishBar } from './PublishBar.tsx';
import { PublishDraft } from './PublishDraft.ts';
import { PublishPlan } from './PublishPlan.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { WhenPart } from './WhenPart.tsx';
import { WordsPart } from './WordsPart.tsx';
import { WorksPart } from './WorksPart.tsx';
import './compose.css';

/** Composes what is published where and when; beside it stands what will become of it. */
export default observer(function ComposePage() {
  const t = useText();
  const draft = useStore(PublishDraft);
  const plan = useStore(PublishPlan);
  const [query, setQuery] = useSearchParams();
  const [run, materials] = [query.get('run'), query.get('materials')];
  useKeptDraft(draft, { run, materials });
  useFollowed(draft.channels);
  useFollowed(plan.live);
  useEffect(() => {
    if (run !== null && draft.taken.run?.id !== run) void draft.taken.takeRun(run);
    if (materials === null) return;
    void draft.taken.takeMaterials(materials.split(','));
    // A reload would add what was taken off again.
    setQuery({}, { replace: true });
  }, [draft, run, materials, setQuery]);
  const { channels } = draft;
  const { unread } = draft.taken;
  return (
    <PageFrame title={t('publishing:compose.title')} about={t('publishing:compose.about')} width="wide">
      {unread !== null && (
        <LoadError
          text={t('publishing:compose.run-unread')}
          error={unread.error}
          onRetry={() => run !== null && void draft.taken.takeRun(run)}
        />
      )}
      {channels.failure !== null && (
        <LoadError
          text={t('publishing:channels.unread')}
          error={channels.failure.error}
          onRetry={() => void channels.load()}
        />
      )}
      <div className="rp-compose">
        <div className="rp-compose__form">
          <WorksPart />
          <PlacesPart />
          <WordsPart />
          <OwnPart />
          <WhenPart />
        </div>
        <PlanPart />
      </div>
      <PublishBar />
    </PageFrame>
  );
});
