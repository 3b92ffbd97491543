import { useState } from 'react';

import { PlainInput } from '#core/web/components/PlainInput.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { readTimecode, timecode } from '../frames/timecode.ts';
import type { StudioPlayback } from '../playback/StudioPlayback.ts';

/** The time of the shown frame, and where another one is typed. */
export const TimeField = observer(function TimeField({ playback }: { playback: StudioPlayback }) {
  const t = useText();
  const [typed, type] = useState<string | null>(null);
  const { grid, time } = playback;
  const shown = typed ?? timecode(grid, time);
  const go = (): void => {
    const seconds = typed === null ? null : readTimecode(grid, typed);
    type(null);
    if (seconds !== null) playback.seek(seconds);
  };
  return (
    <PlainInput
      className="rp-studio__field"
      inputMode="numeric"
      aria-label={t('shell:studio.time')}
      value={shown}
      size={Math.max(8, shown.length)}
      onFocus={({ currentTarget }) => {
        playback.pause();
        currentTarget.select();
      }}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={go}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go();
        else if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation();
          type(null);
        }
      }}
    />
  );
});
