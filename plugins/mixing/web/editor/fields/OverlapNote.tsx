import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { useEditor } from '../store/use-editor.ts';

/** Says when a text lies on another. @param of `titles`, `subtitles`, or the id of a group */
export const OverlapNote = observer(function OverlapNote({ of }: { of: string }) {
  const t = useText();
  const { preview } = useEditor();
  if (!preview.overlapping.has(of)) return null;
  const kind = of === 'titles' || of === 'subtitles' ? of : 'group';
  return (
    <p className="rp-ed-caution" role="status">
      {t(`mixing:editor.texts-overlap-${kind}`)}
    </p>
  );
});
