import { useEffect } from 'react';

import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';

import { MIX_EFFECTS, type EffectDrawing } from '#plugins/mixing/api.ts';
import { useEditor } from '../store/use-editor.ts';

/** Gives the preview what plugins draw their effects with. */
export function EffectDrawings() {
  return <SlotItems slot={MIX_EFFECTS}>{(drawing) => <Drawing drawing={drawing} />}</SlotItems>;
}

function Drawing({ drawing }: { drawing: EffectDrawing }) {
  const { id } = usePluginContext();
  const { effects } = useEditor().preview;
  const report = usePluginCallback(fail);
  useEffect(() => {
    if (drawing.name.startsWith(`${id}.`)) return effects.draw(drawing, report);
    report(new TypeError(`the drawing of the effect "${drawing.name}" must be named "${id}.…"`));
    return undefined;
  }, [id, drawing, effects, report]);
  return null;
}

/** Thrown within the plugin whose fault it is. */
function fail(error: unknown): never {
  throw error;
}
