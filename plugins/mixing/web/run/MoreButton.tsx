import { useState } from 'react';

import type { Cost } from '#core/contract/price.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { CostNote } from '#core/web/tools/CostNote.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { Popover } from '#core/web/ui/Popover.tsx';

import { MIX_TOOL } from '#plugins/mixing/mix-settings.ts';
import type { MixRun } from '#plugins/mixing/mix-run.ts';
import { MAX_OUTPUTS } from '#plugins/mixing/project.ts';
import { RunActions } from './RunActions.ts';
import './MoreButton.css';

/** How many "make more" offers at first. */
const MORE = 20;

/** Makes further ones, distinct from all that the project has made. */
export const MoreButton = observer(function MoreButton({ facts }: { facts: MixRun }) {
  const t = useText();
  const actions = useStore(RunActions);
  const [count, setCount] = useState<number | null>(MORE);
  const [cost, setCost] = useState<Cost | null>(null);
  const isFit = count !== null && Number.isInteger(count) && count >= 1 && count <= MAX_OUTPUTS;
  return (
    <Popover
      label={t('mixing:more.title')}
      trigger={(properties) => (
        <Button size="small" icon="plus" {...properties}>
          {t('mixing:more.open')}
        </Button>
      )}
    >
      {(close) => (
        <form
          className="rp-more"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isFit) return;
            void actions.makeMore(facts, { count, agreed: cost }).then((isThere) => isThere && close());
          }}
        >
          <NumberField
            label={t('mixing:more.count')}
            value={count}
            min={1}
            max={MAX_OUTPUTS}
            invalid={!isFit}
            opensFocused
            onChange={setCount}
          />
          <p>{t(isFit ? 'mixing:more.text' : 'mixing:more.range', { most: MAX_OUTPUTS })}</p>
          {isFit && !actions.mayMake(count) && <p>{t('mixing:more.locked', { most: actions.freeOutputs })}</p>}
          {isFit && <CostNote tool={MIX_TOOL} extent={{ outputs: count }} onShown={setCost} />}
          <Button type="submit" variant="primary" wide busy={actions.isBusy(facts.id, 'more')} disabled={!isFit}>
            {t('mixing:more.make', { count: isFit ? count : MORE })}
          </Button>
        </form>
      )}
    </Popover>
  );
});
