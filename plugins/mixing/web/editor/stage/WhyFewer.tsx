import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Popover } from '#core/web/ui/Popover.tsx';

import { useEditor } from '../store/use-editor.ts';
import { AlikeClips } from './AlikeClips.tsx';

/** Why there are fewer videos than are wanted, and what its user may choose: another limit, or more clips. */
export const WhyFewer = observer(function WhyFewer() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useEditor();
  const { run, measurement } = store;
  const { share, mostShared, possible } = store.yields;
  const { rows = [], made = 0 } = measurement.measured ?? {};
  const looser = rows.filter((row) => row.share > share && row.reachable > (possible ?? 0));
  const further = looser.find(({ reachable }) => reachable >= run.count) ?? looser.at(-1);
  return (
    <Popover
      label={t('mixing:editor.why-fewer', { count: i18n.count(run.count) })}
      side="below-end"
      trigger={(properties) => (
        <Button variant="link" size="small" {...properties}>
          {t('mixing:editor.why-fewer', { count: i18n.count(run.count) })}
        </Button>
      )}
    >
      {(close) => (
        <div className="rp-ed-why">
          <p>
            {t(made > 0 ? 'mixing:editor.why-limit-more' : 'mixing:editor.why-limit', {
              ...{ count: i18n.count(possible ?? 0), share, of: mostShared + 1 },
              made: i18n.count(made),
            })}
          </p>
          <AlikeClips />
          {further !== undefined && (
            <Button
              variant="link"
              size="small"
              onClick={() => {
                run.setShare(further.share);
                close();
              }}
            >
              {t('mixing:editor.why-loosen', {
                ...{ share: further.share, of: mostShared + 1 },
                count: i18n.count(Math.min(run.count, further.reachable)),
              })}
            </Button>
          )}
          <p>{t('mixing:editor.why-add')}</p>
        </div>
      )}
    </Popover>
  );
});
