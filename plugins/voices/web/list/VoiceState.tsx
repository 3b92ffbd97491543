import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Tag, type TagProps } from '#core/web/ui/Tag.tsx';

import type { Voice } from '#plugins/voices/calls.ts';

const TONES: Readonly<Record<Voice['state'], NonNullable<TagProps['tone']>>> = {
  ...{ cloning: 'info', success: 'good', recycling: 'quiet', normal: 'good', failed: 'alarm' },
};

/** How a voice is, in a word. */
export const VoiceState = observer(function VoiceState({ state, isElsewhere }: Pick<Voice, 'state' | 'isElsewhere'>) {
  const t = useText();
  return isElsewhere ? (
    <Tag tone="caution">{t('voices:elsewhere')}</Tag>
  ) : (
    <Tag tone={TONES[state]}>{t(`voices:state-${state}`)}</Tag>
  );
});
