import { useEffect } from 'react';

import { extentOf } from '#core/contract/price.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { lengthWords } from '#core/web/studio/StudioPlayer.tsx';
import { BatchToolPage, StartBar } from '#core/web/tools/BatchToolPage.tsx';

import { COVER_TOOL } from '#plugins/mask/mask-settings.ts';
import { problemOf, type MaskedVideo } from '../draft/masked-video.ts';
import { MaskDraft } from '../draft/MaskDraft.ts';
import { MaskEditor } from './MaskEditor.tsx';

/** Covers subtitles and marks of videos: one is shown with its masks, all are listed, and one button masks them. */
export default observer(function MaskPage() {
  const t = useText();
  const draft = useStore(MaskDraft);
  useEffect(() => draft.follow(), [draft]);
  const rowOf = (video: MaskedVideo) => {
    const problem = problemOf(video);
    const tone = problem === 'preparing' ? ('info' as const) : ('alarm' as const);
    return {
      facts: lengthWords(video.material.seconds ?? 0),
      settings: t('mask:mask-count', { count: video.masks.length }),
      ...(problem === null ? {} : { state: { text: t(`mask:problem.${problem}`), tone } }),
    };
  };
  return (
    <BatchToolPage
      {...{ tool: COVER_TOOL, draft: draft.inputs, outline: <Outline />, rowOf }}
      {...{ title: t('mask:title'), about: t('mask:about'), none: t('mask:none') }}
      onApply={(from, ids) => draft.apply(from, ids)}
      extent={extentOf(draft.batch.items.map(({ material }) => material.seconds ?? Infinity))}
      bar={<MaskBar />}
    >
      {(video) => <MaskEditor video={video} />}
    </BatchToolPage>
  );
});

/** How much is masked, what stands in the way, and the button that does it. */
const MaskBar = observer(function MaskBar() {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { faulty, inputs } = draft;
  const { items } = draft.batch;
  const count = items.length;
  const length = lengthWords(items.reduce((sum, { material }) => sum + (material.seconds ?? 0), 0));
  return (
    <StartBar
      {...{ draft: inputs, icon: 'mosaic', start: t('mask:start', { count }), onStart: draft.start }}
      total={t('mask:total', { count, length })}
      fault={faulty.length === 0 ? null : t('mask:faulty', { count: faulty.length })}
    />
  );
});

/** What will be here: a picture with lines of text, and the same with squares over them. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      <rect x="4" y="4" width="108" height="112" rx="4" />
      <path d="M24 82h68M34 94h48" />
      <path d="M122 60h18M134 54l6 6-6 6" />
      <rect x="150" y="4" width="106" height="112" rx="4" />
      <path d="M166 76h74v24h-74zM178 76v24M190 76v24M202 76v24M214 76v24M226 76v24M166 88h74" data-lit="" />
    </svg>
  );
}
