import { useEffect } from 'react';

import { extentOf } from '#core/contract/price.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchToolPage } from '#core/web/tools/BatchToolPage.tsx';

import { SPLIT_TOOL } from '#plugins/segmentation/limits.ts';
import { SplitDraft, type SplitItem } from '../draft/SplitDraft.ts';
import { ExportBar } from './ExportBar.tsx';
import { RuleSettings } from './RuleSettings.tsx';
import { ShotEditor } from './ShotEditor.tsx';
import './SplitPage.css';

/** Splits videos into shots: one is shown with its cuts, all are listed, and one button splits them. */
export default observer(function SplitPage() {
  const t = useText();
  const draft = useStore(SplitDraft);
  useEffect(() => draft.follow(), [draft]);
  const rowOf = ({ id, material }: SplitItem) => {
    const video = draft.shotsOf(id);
    if (material.deletedAt !== null || material.state === 'failed')
      return { state: { text: t('segmentation:state.gone'), tone: 'alarm' } as const };
    if (material.state === 'preparing' || video === undefined || video.state === 'finding')
      return { state: { text: t('segmentation:state.finding'), tone: 'info' } as const };
    if (video.state === 'failed') return { state: { text: t('segmentation:state.failed'), tone: 'alarm' } as const };
    return { facts: t('segmentation:shot-count', { count: video.shots(draft.rule).length }) };
  };
  return (
    <BatchToolPage
      {...{ tool: SPLIT_TOOL, draft: draft.inputs, outline: <Outline />, rowOf }}
      {...{ title: t('segmentation:title'), about: t('segmentation:about'), none: t('segmentation:none') }}
      side={<RuleSettings />}
      extent={extentOf(draft.batch.items.map(({ material }) => material.seconds ?? Infinity))}
      bar={<ExportBar />}
    >
      {(item) => <ShotEditor item={item} />}
    </BatchToolPage>
  );
});

/** What will be here: a long strip, its cuts, and the shots that come out. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      <rect x="4" y="8" width="252" height="36" rx="4" />
      <path d="M72 2v48M128 2v48M196 2v48" data-lit="" />
      <path d="M38 56v10M100 56v10M162 56v10M226 56v10" />
      <rect x="12" y="74" width="52" height="38" rx="3" />
      <rect x="76" y="74" width="48" height="38" rx="3" data-lit="" />
      <rect x="136" y="74" width="52" height="38" rx="3" />
      <rect x="200" y="74" width="52" height="38" rx="3" data-lit="" />
    </svg>
  );
}
