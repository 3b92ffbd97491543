import { useCallback, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SESSION } from '#core/web/session/session.ts';

import { useStart } from '../site/use-start.ts';
import { Bays } from '../wall/Bays.tsx';
import { phaseAt, type WallPhase } from '../wall/wall-phase.ts';
import { Wall } from '../wall/Wall.tsx';

/** One sentence, one button, and the wall. */
export const Hero = observer(function Hero() {
  const t = useText();
  const session = useService(SESSION);
  // The line below the button speaks of a mobile number.
  const start = useStart('mobile');
  const [phase, setPhase] = useState<WallPhase>('playing');
  const follow = useCallback((seconds: number) => setPhase(phaseAt(seconds)), []);
  const isMember = session.token !== null;

  return (
    <section className="rp-hero">
      <div className="rp-hero__words">
        <h1 className="rp-hero__headline">{t('landing:home.headline')}</h1>
        <p className="rp-hero__lead">{t('landing:home.lead')}</p>
        <div className="rp-hero__start">
          <Button variant="primary" size="large" onClick={start}>
            {t(isMember ? 'landing:home.workbench' : 'landing:home.start')}
          </Button>
          {!isMember && <p className="rp-hero__note">{t('landing:home.start-note')}</p>}
        </div>
      </div>
      <div className="rp-hero__bays">
        <Bays phase={phase} />
      </div>
      <div className="rp-hero__wall">
        <Wall onTime={follow} />
      </div>
    </section>
  );
});
