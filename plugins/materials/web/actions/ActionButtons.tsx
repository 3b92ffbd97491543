import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useText } from '#core/web/react/use-text.ts';
import { MenuItem, MenuLine } from '#core/web/ui/DropdownMenu.tsx';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';

import { MATERIAL_ACTIONS, type MaterialAction } from '#plugins/materials/api.ts';
import type { Material, MaterialKind } from '#plugins/materials/calls.ts';

interface ActionsProps {
  kind: MaterialKind;
  /** What it is done with; nothing is offered for none. */
  materials: readonly Material[];
}

/** Whether other features offer a usual next step for materials of a kind. */
export function useHasNext(kind: MaterialKind): boolean {
  return useSlot(MATERIAL_ACTIONS).some(({ item }) => item.isNext === true && item.kinds.includes(kind));
}

/** The usual next step first, then what most people do. */
function compareActions(a: MaterialAction, b: MaterialAction): number {
  return placeOf(a) - placeOf(b);
}

const placeOf = ({ isNext, order = 100 }: MaterialAction): number => (isNext === true ? -1 : order);

/** What other features offer for materials of a kind beside a usual next step, what most people do first. */
export function useOtherActions(kind: MaterialKind): readonly MaterialAction[] {
  return useSlot(MATERIAL_ACTIONS)
    .map(({ item }) => item)
    .filter(({ isNext, kinds }) => isNext !== true && kinds.includes(kind))
    .toSorted(compareActions);
}

export interface ActionButtonsProps extends ActionsProps {
  /** The next step is the one primary button of the page. */
  isLit?: boolean;
  /** Of what is not the next step, so many at most; all by default. */
  most?: number;
  /** What is not the next step has words alone. */
  isDense?: boolean;
  /** Called once one has been done. */
  onDone?(): void;
}

/** What other features offer to do with materials, as buttons. */
export function ActionButtons(properties: ActionButtonsProps) {
  const { kind, materials, isLit = false, most, isDense = false, onDone } = properties;
  const others = useOtherActions(kind).slice(0, most);
  if (materials.length === 0) return null;
  return (
    <SlotItems slot={MATERIAL_ACTIONS} compare={compareActions}>
      {(action) =>
        action.kinds.includes(kind) &&
        (action.isNext === true || others.includes(action)) && (
          <ActionButton
            {...{ action, materials, onDone }}
            isLit={isLit && action.isNext === true}
            isDense={isDense && action.isNext !== true}
          />
        )
      }
    </SlotItems>
  );
}

interface ActionButtonProps {
  action: MaterialAction;
  materials: readonly Material[];
  isLit: boolean;
  isDense: boolean;
  onDone: (() => void) | undefined;
}

function ActionButton({ action, materials, isLit, isDense, onDone }: ActionButtonProps) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const run = usePluginCallback(async () => {
    setBusy(true);
    try {
      await action.run(materials);
      onDone?.();
    } finally {
      setBusy(false);
    }
  });
  return (
    <Button
      size="small"
      variant={isLit ? 'primary' : 'secondary'}
      icon={isDense ? undefined : action.icon}
      busy={isBusy}
      onClick={run}
    >
      {t(action.title, { count: materials.length })}
    </Button>
  );
}

/** The others of them, after so many, as entries of a menu. */
export function OtherActionItems({ kind, materials, after }: ActionsProps & { after: number }) {
  const others = useOtherActions(kind).slice(after);
  return (
    <SlotItems slot={MATERIAL_ACTIONS} compare={compareActions}>
      {(action) => others.includes(action) && <ActionMenuItem action={action} materials={materials} />}
    </SlotItems>
  );
}

/** All of them as entries of a menu, with a line below them. */
export function ActionMenuItems({ kind, materials }: ActionsProps) {
  const isOffered = useSlot(MATERIAL_ACTIONS).some(({ item }) => item.kinds.includes(kind));
  if (!isOffered || materials.length === 0) return null;
  return (
    <>
      <SlotItems slot={MATERIAL_ACTIONS} compare={compareActions}>
        {(action) => action.kinds.includes(kind) && <ActionMenuItem action={action} materials={materials} />}
      </SlotItems>
      <MenuLine />
    </>
  );
}

function ActionMenuItem({ action, materials }: Pick<ActionButtonProps, 'action' | 'materials'>) {
  const t = useText();
  const run = usePluginCallback(() => action.run(materials));
  return (
    <MenuItem icon={action.icon} onChoose={run}>
      {t(action.title, { count: materials.length })}
    </MenuItem>
  );
}
