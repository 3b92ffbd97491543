import { z } from 'zod';

import { findRoute } from '../router/route-objects.ts';
import { ROUTER, type RescuedWork } from '../router/router.ts';
import type { Undo } from '../scope.ts';
import { LOGIN_PARAMETERS } from '../session/automatic-login.ts';
import type { FrameHost } from './frame-host.ts';
import type { FrameUnsaved, HostApi } from './frame-protocol.ts';

const place = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])/);
const unsavedSchema = z.strictObject({ left: z.boolean(), stopped: z.boolean(), canRescue: z.boolean() });
const rescued = z.object({ name: z.string().max(200), blob: z.instanceof(Blob) });

/** Navigation on behalf of a frame: only within the workbench, and to other plugins' pages only after a user action. */
export function hostNavigation({
  context,
  entry,
  scope,
  guest,
  isActive,
}: FrameHost): Pick<HostApi, 'go' | 'back' | 'unsaved'> {
  const router = context.get(ROUTER);
  let work: FrameUnsaved = { left: false, stopped: false, canRescue: false };
  let undo: Undo | undefined;
  scope.own(() => undo?.());

  async function rescue(): Promise<RescuedWork> {
    const { name, blob } = rescued.parse(await guest().rescue());
    return { name: name.replaceAll(/[^\p{L}\p{N}. _-]/gu, '_'), blob };
  }

  return {
    async go(asked, replaces) {
      const to = place.parse(asked);
      const replace = z.boolean().parse(replaces);
      const { origin, pathname, searchParams } = new URL(to, window.location.origin);
      if (origin !== window.location.origin) throw new TypeError('a frame stays in the workbench');
      // They would log somebody in when the page is loaded again.
      if (LOGIN_PARAMETERS.some((name) => searchParams.has(name))) throw new TypeError('a frame logs nobody in');
      if (findRoute(entry.manifest.routes, pathname) === undefined && !isActive()) return false;
      return await router.go(to, { replace });
    },
    back() {
      if (isActive()) router.back();
    },
    unsaved(asked) {
      const next = unsavedSchema.parse(asked);
      if (next.canRescue !== work.canRescue || !(next.left || next.stopped)) {
        void undo?.();
        undo = undefined;
      }
      work = next;
      if (!next.left && !next.stopped) return;
      undo ??= router.confirmLeaving((end) => work[end], next.canRescue ? { rescue } : undefined);
    },
  };
}
