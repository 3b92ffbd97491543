import { DialogTitle } from '../components/DialogTitle.tsx';
import type { DialogControl } from '../define-web.ts';
import { useText } from '../react/use-text.ts';
import type { PlayerInput } from './player-input.ts';
import type { PlayerOptions } from './player.ts';
import { VideoPlayer } from './VideoPlayer.tsx';

interface PlayerDialogProps extends DialogControl<never> {
  input: PlayerInput;
  options: PlayerOptions;
}

/** The popup around {@link VideoPlayer}; the dialog provides the close button. */
export default function PlayerDialog({ input, options }: PlayerDialogProps) {
  const t = useText();
  return (
    <>
      <DialogTitle>{options.title ?? t('shell:player.video')}</DialogTitle>
      <VideoPlayer input={input} options={options} autoPlay />
    </>
  );
}
