import { extentOf } from '#core/contract/price.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { lengthWords } from '#core/web/studio/StudioPlayer.tsx';
import { BatchToolPage, StartBar } from '#core/web/tools/BatchToolPage.tsx';

import { CUT_TOOL } from '#plugins/crop/cut-settings.ts';
import { CropDraft } from '../draft/CropDraft.ts';
import { lengthOf, problemOf, type Clip } from '../draft/clip.ts';
import { ClipEditor } from './ClipEditor.tsx';
import './CropPage.css';

/** Trims and crops clips: one is shown, all are listed, and one button cuts them. */
export default observer(function CropPage() {
  const t = useText();
  const draft = useStore(CropDraft);
  const rowOf = (clip: Clip) => {
    const { shape } = clip.edit;
    const problem = problemOf(clip);
    const tone = problem === 'preparing' ? ('info' as const) : ('alarm' as const);
    return {
      facts: lengthWords(lengthOf(clip)),
      settings: shape === 'whole' || shape === 'free' ? t(`crop:shape-${shape}`) : shape,
      ...(problem === null ? {} : { state: { text: t(`crop:problem.${problem}`), tone } }),
    };
  };
  return (
    <BatchToolPage
      {...{ tool: CUT_TOOL, draft: draft.inputs, outline: <Outline />, rowOf }}
      {...{ title: t('crop:title'), about: t('crop:about'), none: t('crop:none') }}
      onApply={(from, ids) => draft.apply(from, ids, 'all')}
      extent={extentOf(draft.batch.items.map(lengthOf))}
      bar={<CutBar />}
    >
      {(clip) => <ClipEditor clip={clip} />}
    </BatchToolPage>
  );
});

/** How much is cut, what stands in the way, and the button that does it. */
const CutBar = observer(function CutBar() {
  const t = useText();
  const draft = useStore(CropDraft);
  const { seconds, faulty, inputs } = draft;
  const count = draft.batch.items.length;
  return (
    <StartBar
      {...{ draft: inputs, icon: 'crop', start: t('crop:start', { count }), onStart: draft.start }}
      total={t('crop:total', { count, length: lengthWords(seconds) })}
      fault={faulty.length === 0 ? null : t('crop:faulty', { count: faulty.length })}
    />
  );
});

/** What will be here: a picture with a box in it, its time below, and what comes out. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      <rect x="4" y="4" width="150" height="84" rx="4" />
      <rect x="56" y="4" width="47" height="84" data-lit="" />
      <rect x="4" y="98" width="150" height="16" rx="3" />
      <rect x="40" y="98" width="70" height="16" data-lit="" />
      <path d="M166 50h24M184 44l6 6-6 6" />
      <rect x="202" y="4" width="54" height="96" rx="4" data-lit="" />
    </svg>
  );
}
