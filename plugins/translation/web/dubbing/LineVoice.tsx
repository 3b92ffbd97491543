import { readLength } from '#core/contract/timed-text/reading.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { faultText, lackText, seconds } from './dub-words.ts';
import { DubStore } from './DubStore.ts';
import type { LineRooms } from './line-rooms.ts';

interface HearLineProps {
  cue: string;
  text: string;
  speaker: string;
}

/** Speaks a line as its dub would, as long as something can. */
export const HearLine = observer(function HearLine({ cue, text, speaker }: HearLineProps) {
  const t = useText();
  const store = useStore(DubStore);
  const hear = usePluginCallback(() =>
    store.hear({ cue, text }, { voice: store.voiceOf(speaker), slow: store.isSlow }),
  );
  if (store.live.value?.why !== null) return null;
  const isPlaying = store.playing === cue;
  return (
    <Button
      size="small"
      icon={isPlaying ? 'stop' : 'sound'}
      busy={store.asking === cue}
      disabled={text.trim() === ''}
      onClick={hear}
    >
      {t(isPlaying ? 'translation:dub.stop' : 'translation:dub.hear')}
    </Button>
  );
});

/**
 * What is known of how a line is spoken: a warning where it is not as it stands, else how long it takes. Before it was
 * spoken, the rate of the voice tells what is likely.
 */
export function useLineVoice(
  { cue, text }: { cue: string; text: string },
  { usual, slow }: LineRooms,
): { warning: string; note: string } {
  const t = useText();
  const store = useStore(DubStore);
  if (text.trim() === '') return { warning: '', note: '' };
  const heard = store.heard[cue];
  const report = store.reportOf(cue, text);
  const known = heard?.text === text ? heard : report;
  if (known === null) {
    const letters = readLength(text);
    const most = store.lettersIn(store.isSlow ? slow : usual);
    const isLong = most !== null && letters > most;
    return { warning: isLong ? t('translation:dub.fault.likely', { letters, most }) : '', note: '' };
  }
  const { fault, factor, picture, takes } = known;
  if (fault !== null) {
    const isHelped = fault === 'long' && !store.isSlow && known.spoken !== null && known.spoken <= slow;
    const helps = isHelped ? ` · ${t('translation:dub.fault.slow')}` : '';
    return { warning: faultText(t, known) + helps, note: '' };
  }
  if (report?.transcript?.isLacking === true) return { warning: lackText(t, report.transcript), note: '' };
  const facts = { time: seconds(takes), factor: factor.toFixed(2), picture: picture.toFixed(2) };
  return { warning: '', note: t(picture > 1 ? 'translation:dub.takes-slow' : 'translation:dub.takes', facts) };
}
