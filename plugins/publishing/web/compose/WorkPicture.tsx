import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';

import type { Cover } from '#plugins/publishing/plan-calls.ts';
import { PublishDraft } from './PublishDraft.ts';
import type { Work } from './TakenWorks.ts';

/** A video under its cover; without one as the library shows it. */
export const WorkPicture = observer(function WorkPicture({
  work,
  cover,
}: {
  work: Work | undefined;
  cover: Cover | null;
}) {
  const { pictures } = useStore(PublishDraft).covers;
  const url = work?.url ?? null;
  if (cover?.kind === 'frame' && url !== null) {
    return <video src={`${url}#t=${cover.at}`} preload="metadata" muted playsInline aria-hidden="true" tabIndex={-1} />;
  }
  const picture = cover?.kind === 'picture' ? (pictures[cover.id]?.url ?? null) : (work?.picture ?? null);
  return picture === null ? <Icon name="film" /> : <LazyImage src={picture} fallback={<Icon name="film" />} />;
});
