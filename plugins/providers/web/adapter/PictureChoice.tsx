import { useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropZone } from '#core/web/ui/DropZone.tsx';

import { pictureToSend } from './picture-to-send.ts';

/** A picture that a service is tried with: chosen or dropped, made small enough to be sent, and shown. */
export const PictureChoice = observer(function PictureChoice({
  label,
  most,
  picture,
  onChoose,
}: {
  label: string;
  /** Letters of its base64 at most. */
  most: number;
  picture: string | null;
  onChoose(base64: string): void;
}) {
  const t = useText();
  const [isBad, setBad] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const take = async (file: Blob): Promise<void> => {
    setBusy(true);
    try {
      onChoose(await pictureToSend(file, most));
      setBad(false);
    } catch {
      setBad(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="rp-services__picture" role="group" aria-label={label}>
      <DropZone
        title={t('providers:try-picture-drop')}
        release={t('providers:try-picture-release')}
        text={t('providers:try-picture-text')}
        choose={t(picture === null ? 'providers:try-picture-choose' : 'providers:try-picture-other')}
        accept="image/png,image/jpeg,image/webp"
        busy={isBusy}
        error={isBad ? t('providers:try-picture-bad') : null}
        onFiles={([first]) => first !== undefined && void take(first.file)}
      />
      {picture !== null && <img src={`data:image/jpeg;base64,${picture}`} alt={t('providers:try-picture-chosen')} />}
    </div>
  );
});
