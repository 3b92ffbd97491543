import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Switch } from '#core/web/ui/Switch.tsx';

import { problemOf, type CleanedVideo } from '../draft/cleaned-video.ts';
import { Stills, type WantedStill } from '../draft/Stills.ts';

interface StillBarProps {
  video: CleanedVideo;
  still: WantedStill | null;
}

/** Turns previews on, in which the shown frame is drawn without its text, and says how far that is. */
export const StillBar = observer(function StillBar({ video, still }: StillBarProps) {
  const t = useText();
  const stills = useStore(Stills);
  const known = stills.areShown && still !== null ? stills.of(still) : undefined;
  const failed = known?.state === 'failed' ? (known.error ?? t('removal:still-failed')) : null;
  return (
    <div className="rp-removal-look">
      <Switch
        label={t('removal:still')}
        checked={stills.areShown}
        disabled={problemOf(video) !== null}
        onChange={stills.show}
      />
      <p role="status" className="rp-place-hint">
        {failed ??
          t(
            known?.state === 'drawn' || known?.state === 'drawing'
              ? `removal:still-${known.state}`
              : 'removal:still-hint',
          )}
        {failed !== null && still !== null && (
          <>
            {' '}
            <Button size="small" variant="link" onClick={() => void stills.open(still, true)}>
              {t('removal:still-again')}
            </Button>
          </>
        )}
      </p>
    </div>
  );
});
