import { useText } from '#core/web/react/use-text.ts';

import { ProfileCard } from './ProfileCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import './SafePage.css';

/** Who the user is, and where they are logged in. */
export default function SafePage() {
  const t = useText();
  return (
    <div className="rp-safe">
      <h1>{t('account:safe.title')}</h1>
      <ProfileCard />
      <SessionsCard />
    </div>
  );
}
