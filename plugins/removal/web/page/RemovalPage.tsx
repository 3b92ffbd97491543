import { useEffect } from 'react';

import { extentOf } from '#core/contract/price.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { lengthWords } from '#core/web/studio/StudioPlayer.tsx';
import { BatchToolPage, StartBar } from '#core/web/tools/BatchToolPage.tsx';

import { REMOVE_TOOL } from '#plugins/removal/removal-settings.ts';
import { problemOf, type CleanedVideo } from '../draft/cleaned-video.ts';
import { RemovalDraft } from '../draft/RemovalDraft.ts';
import { Stills } from '../draft/Stills.ts';
import { RemovalEditor } from './RemovalEditor.tsx';
import './RemovalPage.css';

/** Removes subtitles and marks from videos: one is shown with its places, all are listed, and one button does it. */
export default observer(function RemovalPage() {
  const t = useText();
  const draft = useStore(RemovalDraft);
  const stills = useStore(Stills);
  useEffect(() => draft.follow(), [draft]);
  useEffect(() => stills.follow(), [stills]);
  const rowOf = (video: CleanedVideo) => {
    const problem = problemOf(video);
    const tone = problem === 'preparing' ? ('info' as const) : ('alarm' as const);
    return {
      facts: lengthWords(video.material.seconds ?? 0),
      settings: t('removal:place-count', { count: video.edits.length }),
      ...(problem === null ? {} : { state: { text: t(`removal:problem.${problem}`), tone } }),
    };
  };
  return (
    <BatchToolPage
      {...{ tool: REMOVE_TOOL, draft: draft.inputs, outline: <Outline />, rowOf }}
      {...{ title: t('removal:title'), about: t('removal:about'), none: t('removal:none') }}
      onApply={(from, ids) => draft.apply(from, ids)}
      extent={extentOf(draft.batch.items.map(({ material }) => material.seconds ?? Infinity))}
      bar={<RemovalBar />}
    >
      {(video) => <RemovalEditor video={video} />}
    </BatchToolPage>
  );
});

/** From how much something is removed, what stands in the way, and the button that does it. */
const RemovalBar = observer(function RemovalBar() {
  const t = useText();
  const draft = useStore(RemovalDraft);
  const { faulty, inputs } = draft;
  const { items } = draft.batch;
  const count = items.length;
  const length = lengthWords(items.reduce((sum, { material }) => sum + (material.seconds ?? 0), 0));
  return (
    <StartBar
      {...{ draft: inputs, icon: 'erase', start: t('removal:start', { count }), onStart: draft.start }}
      total={t('removal:total', { count, length })}
      fault={faulty.length === 0 ? null : t('removal:faulty', { count: faulty.length })}
    />
  );
});

/** What will be here: a picture with lines of text, and the same without. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      <rect x="4" y="4" width="108" height="112" rx="4" />
      <path d="M14 72l26-30 22 24 14-14 26 24" />
      <path d="M24 90h68M34 102h48" data-lit="" />
      <path d="M122 60h18M134 54l6 6-6 6" />
      <rect x="150" y="4" width="106" height="112" rx="4" />
      <path d="M160 72l26-30 22 24 14-14 26 24" />
    </svg>
  );
}
