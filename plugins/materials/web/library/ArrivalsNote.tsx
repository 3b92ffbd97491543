import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Library } from '../list/Library.ts';

/** Says that something arrived above the viewport, and scrolls there. */
export const ArrivalsNote = observer(function ArrivalsNote({ library }: { library: Library }) {
  const t = useText();
  const { length: count } = library.list.arrivals;
  return (
    <div className="rp-arrivals" role="status">
      {count > 0 && (
        <Button
          icon="arrow-up"
          size="small"
          onClick={() => {
            library.setPlace({ id: null, past: 0 });
            library.list.showArrivals();
          }}
        >
          {t('materials:arrivals', { count })}
        </Button>
      )}
    </div>
  );
});
