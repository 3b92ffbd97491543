import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchToolPage } from '#core/web/tools/BatchToolPage.tsx';
import { useOpenVideo, VideoEditor, VideoTimeline } from '#core/web/tools/VideoEditor.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { EXPORT_TOOL } from '#plugins/pieces/limits.ts';
import { PiecesLists } from '../lists/PiecesLists.ts';
import { faultOf, isUsable, ProjectDraft, type LongVideo } from './ProjectDraft.ts';
import { ProjectHistory } from './ProjectHistory.tsx';
import { chosenTemplate, TemplateChoice } from './TemplateChoice.tsx';
import './NewProjectPage.css';

/** Cuts long videos into pieces: which videos, by which template, and into how many projects. */
export default observer(function NewProjectPage() {
  const t = useText();
  const draft = useStore(ProjectDraft);
  const rowOf = (video: LongVideo) => {
    const reason = faultOf(video);
    if (reason !== null) return { facts: reason, state: { text: t('pieces:video-unusable'), tone: 'alarm' as const } };
    const seconds = Math.round(video.material.seconds ?? 0);
    const facts = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    if (isUsable(video)) return { facts };
    const isPreparing = video.material.state === 'preparing' && video.material.deletedAt === null;
    const text = t(isPreparing ? 'pieces:video-preparing' : 'pieces:video-unusable');
    return { facts, state: { text, tone: isPreparing ? ('info' as const) : ('alarm' as const) } };
  };
  return (
    <BatchToolPage
      {...{ tool: EXPORT_TOOL, draft: draft.inputs, outline: <Outline />, rowOf }}
      {...{ title: t('pieces:title'), about: t('pieces:about'), none: t('pieces:none') }}
      side={<TemplateChoice />}
      bar={<CreateBar />}
      earlier={<ProjectHistory />}
      // Projects cost nothing; what their export costs is asked before it.
      extent={{ outputs: 0 }}
    >
      {({ material }) => <LongVideoPlayer material={material} />}
    </BatchToolPage>
  );
});

/** What comes of it, and the button that makes it. */
const CreateBar = observer(function CreateBar() {
  const t = useText();
  const draft = useStore(ProjectDraft);
  const { value } = useFollowed(useStore(PiecesLists).templates);
  const isReadOnly = useReadOnly();
  const template = chosenTemplate(value, draft.template);
  const { videos, projects, isCreating } = draft;
  const unusable = videos.filter((video) => !isUsable(video)).length;
  const reason = videos.map(faultOf).find((fault) => fault !== null);
  return (
    <>
      <p>
        {template !== null && t('pieces:create-about', { template: template.name, count: template.slots.length })}
        {unusable > 0 && (
          <span role="status" className="rp-pieces-fault">
            {reason ?? t('pieces:create-unusable', { count: unusable })}
          </span>
        )}
      </p>
      <Button
        variant="primary"
        size="large"
        icon="pieces"
        busy={isCreating}
        disabled={isReadOnly || template === null || unusable > 0}
        onClick={() => template !== null && void draft.create(template.id)}
      >
        {t('pieces:create', { count: projects })}
      </Button>
    </>
  );
});

function LongVideoPlayer({ material }: { material: LongVideo['material'] }) {
  const t = useText();
  const open = useOpenVideo(material);
  return <VideoEditor open={open} timeline={<VideoTimeline open={open} label={t('pieces:timeline')} />} />;
}

/** What will be here: a long strip, and pieces of it in the places of a template. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      <rect x="4" y="8" width="252" height="30" rx="4" />
      <path d="M30 8v30M78 8v30M120 8v30M150 8v30M204 8v30M236 8v30" data-lit="" />
      <path d="M54 38L38 74M135 38L98 74M220 38L160 74" />
      <rect x="12" y="74" width="52" height="38" rx="3" data-lit="" />
      <rect x="72" y="74" width="52" height="38" rx="3" data-lit="" />
      <rect x="132" y="74" width="52" height="38" rx="3" data-lit="" />
      <rect x="192" y="74" width="52" height="38" rx="3" />
    </svg>
  );
}
