import { useId, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';

import { MATERIAL_ACTIONS, type MaterialAction } from '#plugins/materials/api.ts';
import type { Material, MaterialKind } from '#plugins/materials/calls.ts';
import './GoOnDialog.css';

/** What there is to go on with. */
export interface GoOnQuestion {
  kind: MaterialKind;
  count: number;
  /** Makes it materials; undefined when that failed. */
  take(): Promise<Material[] | undefined>;
}

/** Asks what comes next, and does it. */
export default function GoOnDialog({ kind, count, take, close }: GoOnQuestion & DialogControl<void>) {
  const t = useText();
  const i18n = useService(I18N);
  const [busy, setBusy] = useState<string | null>(null);
  const isOffered = useSlot(MATERIAL_ACTIONS).some(({ item }) => item.kinds.includes(kind));
  return (
    <>
      <DialogTitle>{t('materials:runs.on-title', { count: i18n.count(count) })}</DialogTitle>
      <p className="rp-go-on__text">{t(isOffered ? 'materials:runs.on-text' : 'materials:runs.on-none')}</p>
      <div className="rp-go-on">
        <SlotItems slot={MATERIAL_ACTIONS}>
          {(action) =>
            action.kinds.includes(kind) && (
              <Step action={action} count={count} {...{ kind, busy, setBusy, take }} close={() => close()} />
            )
          }
        </SlotItems>
      </div>
      <DialogActions>
        <Button onClick={() => close()}>{t('materials:cancel')}</Button>
      </DialogActions>
    </>
  );
}

interface StepProps extends GoOnQuestion {
  action: MaterialAction;
  /** Id of the action that is under way. */
  busy: string | null;
  setBusy(id: string | null): void;
  close(): void;
}

function Step({ action, kind, count, busy, setBusy, take, close }: StepProps) {
  const t = useText();
  const run = usePluginCallback(async () => {
    if (busy !== null) return;
    setBusy(action.id);
    const materials = await take();
    const fitting = materials?.filter((material) => material.kind === kind) ?? [];
    if (fitting.length === 0) {
      setBusy(null);
      return;
    }
    // It may ask something of its own.
    close();
    await action.run(fitting);
  });
  const noteId = useId();
  const { pictures } = action;
  return (
    <div className="rp-go-on__step">
      <Button
        wide
        variant={action.isNext === true ? 'primary' : 'secondary'}
        icon={action.icon}
        busy={busy === action.id}
        onClick={run}
        aria-describedby={pictures === undefined ? undefined : noteId}
      >
        {t(action.title, { count })}
      </Button>
      {pictures !== undefined && (
        <p id={noteId} className="rp-go-on__note">
          {t(`materials:pictures.${pictures}`)}
        </p>
      )}
    </div>
  );
}
