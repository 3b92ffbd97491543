import { useState } from 'react';

import { Button } from '../components/Button.tsx';
import { LiveValue } from '../live/LiveValue.ts';
import { observer } from '../react/observer.ts';
import { useLive } from '../react/use-live.ts';
import { usePluginCallback } from '../react/use-plugin-callback.ts';
import { useText } from '../react/use-text.ts';
import { PartSlotItems } from '../views/plugins/SlotItems.tsx';
import { RUN_STEPS, type RunStep } from './run-steps.ts';

/** What plugins do by themselves once a run has ended. */
export function RunSteps({ runId }: { runId: string }) {
  return <PartSlotItems slot={RUN_STEPS}>{(step) => <Step step={step} runId={runId} />}</PartSlotItems>;
}

const Step = observer(function Step({ step, runId }: { step: RunStep; runId: string }) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const chosen = useLive(
    (scope) => new LiveValue(scope, async (signal) => ({ words: await step.read(runId, signal) })),
  );
  const choose = usePluginCallback(async () => {
    setBusy(true);
    try {
      await step.choose(runId);
      await chosen.load();
    } finally {
      setBusy(false);
    }
  });
  const words = chosen.value?.words ?? null;
  return (
    <Button size="small" icon={words === null ? step.icon : 'check'} busy={isBusy} onClick={choose}>
      {typeof words === 'string' ? words : t(step.title)}
    </Button>
  );
});
