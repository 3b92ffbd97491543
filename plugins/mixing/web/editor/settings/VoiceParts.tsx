import { readLength } from '#core/contract/timed-text/reading.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Switch } from '#core/web/ui/Switch.tsx';

import { dubbingParts, tooLong } from '#plugins/mixing/dubbing.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { useEditor } from '../store/use-editor.ts';

interface VoicePartsProps {
  dubbing: NonNullable<MixProject['dubbing']>;
  onDeal(isDealt: boolean): void;
}

/** Whether each paragraph is for another video, and which of them is too long by the rate of the one that was spoken. */
export const VoiceParts = observer(function VoiceParts({ dubbing, onDeal }: VoicePartsProps) {
  const t = useText();
  const store = useEditor();
  const { said, voice } = store.preview;
  const { spoken } = voice;
  const isDealt = dubbing.dealt === true;
  const parts = isDealt ? dubbingParts(dubbing) : [];
  const video = store.measurement.measured?.seconds.least ?? 0;
  const rate = spoken === null || spoken.seconds === 0 ? 0 : readLength(spoken.text) / spoken.seconds;
  const long = parts.flatMap((text, part) => {
    // Of the one that was spoken it is known, and said below the text.
    if (rate === 0 || video === 0 || part === spoken?.part) return [];
    const found = tooLong({ text, speed: dubbing.speed }, { spoken: readLength(text) / rate, video });
    return found === null ? [] : [{ part: part + 1, ...found }];
  });
  return (
    <>
      <Switch
        label={t('mixing:editor.voice-deal')}
        hint={t('mixing:editor.voice-deal-hint')}
        checked={isDealt}
        onChange={onDeal}
      />
      {parts.length > 0 && (
        <p className="rp-ed-aside">
          {t('mixing:editor.voice-parts', { count: parts.length, part: (said?.part ?? 0) + 1 })}
        </p>
      )}
      {long.map((each) => (
        <p key={each.part} className="rp-ed-fault">
          {t('mixing:editor.voice-part-long', { ...each })}
        </p>
      ))}
    </>
  );
});
