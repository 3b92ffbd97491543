import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { Batch } from '#plugins/translation/calls.ts';
import { projectAddress } from '../record/RecordStore.ts';
import { countsText, shareOf } from './batch-words.ts';

const TONES = { waiting: 'quiet', extracting: 'info', ready: 'good', failed: 'alarm', cancelled: 'quiet' } as const;

/** How far each video is: its text, and its languages. */
export const BatchVideos = observer(function BatchVideos({ batch }: { batch: Batch }) {
  const t = useText();
  return (
    <ul className="rp-batch-rows">
      {batch.videos.map(({ materialId, name, state, error, projectId, counts }) => (
        <li key={materialId}>
          <strong>{projectId === null ? name : <Link to={projectAddress(projectId)}>{name}</Link>}</strong>
          <ProgressBar value={shareOf(counts)} label={`${name}: ${countsText(t, counts)}`} />
          <span>{error ?? countsText(t, counts)}</span>
          <span className="rp-batch-rows__actions">
            <Tag tone={TONES[state]}>{t(`translation:batch.text-${state}`)}</Tag>
          </span>
        </li>
      ))}
    </ul>
  );
});
