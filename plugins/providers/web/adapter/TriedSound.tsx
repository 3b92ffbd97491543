import { useEffect, useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

/** What a voice has said, to listen to. */
export const TriedSound = observer(function TriedSound({ base64 }: { base64: string }) {
  const t = useText();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [base64]);
  if (address === null) return null;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- it says what stands in the field above
  return <audio className="rp-services__sound" controls src={address} aria-label={t('providers:try-sound')} />;
});
