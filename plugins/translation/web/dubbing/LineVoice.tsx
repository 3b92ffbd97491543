import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { faultText, seconds } from './dub-words.ts';
import { DubStore } from './DubStore.ts';

interface SpokenLine {
  cue: string;
  text: string;
  speaker: string;
}

/** Speaks a line as its dub would, as long as something can. */
export const HearLine = observer(function HearLine({ cue, text, speaker }: SpokenLine) {
  const t = useText();
  const store = useStore(DubStore);
  const hear = usePluginCallback(() => store.hear(cue, text, store.voiceOf(speaker)));
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

/** What is known of how a line is spoken: a warning where it is not as it stands, else how long it takes. */
export function useLineVoice(cue: string, text: string): { warning: string; note: string } {
  const t = useText();
  const store = useStore(DubStore);
  const heard = store.heard[cue];
  const known = heard?.text === text ? heard : store.reportOf(cue, text);
  if (known === null || text.trim() === '') return { warning: '', note: '' };
  const { fault, factor, takes } = known;
  if (fault !== null) return { warning: faultText(t, known), note: '' };
  return { warning: '', note: t('translation:dub.takes', { time: seconds(takes), factor: factor.toFixed(2) }) };
}
