import { useState } from 'react';

import { Button } from '../components/Button.tsx';
import { usePluginCallback } from '../react/use-plugin-callback.ts';
import { useText } from '../react/use-text.ts';
import { PartSlotItems } from '../views/plugins/SlotItems.tsx';
import { RUN_OUTPUTS, type ChosenOutputs, type RunOutputAction } from './run-outputs.ts';

interface OutputActionsProps {
  /** What it is done with; nothing is offered for none. */
  outputs: ChosenOutputs;
}

/** What plugins do with what a tool has made, as buttons. */
export function OutputActions({ outputs }: OutputActionsProps) {
  if (outputs.count === 0) return null;
  return (
    <PartSlotItems slot={RUN_OUTPUTS}>{(action) => <ActionButton action={action} outputs={outputs} />}</PartSlotItems>
  );
}

function ActionButton({ action, outputs }: OutputActionsProps & { action: RunOutputAction }) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const run = usePluginCallback(async () => {
    setBusy(true);
    try {
      await action.run(outputs);
    } finally {
      setBusy(false);
    }
  });
  return (
    <Button size="small" icon={action.icon} busy={isBusy} onClick={run}>
      {t(action.title, { count: outputs.count })}
    </Button>
  );
}
