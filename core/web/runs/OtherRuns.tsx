import { listToolRuns, type ToolRun } from '#core/contract/tool-run-calls.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';

import { IconButton } from '../components/IconButton.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { EVENTS } from '../events/events.ts';
import { HTTP } from '../http/http.ts';
import { eventTrigger } from '../live/event-trigger.ts';
import { LiveValue } from '../live/LiveValue.ts';
import { observer } from '../react/observer.ts';
import { useLive } from '../react/use-live.ts';
import { useService } from '../react/use-service.ts';
import { useText } from '../react/use-text.ts';
import { DropdownMenu, MenuLink } from '../ui/DropdownMenu.tsx';
import { describeToolRun } from './describe-tool-run.ts';
import type { RunLook } from './run-look.ts';
import { useRunWords } from './run-words.ts';

/** Runs that are listed. */
const MAX = 20;

/** The latest other runs of the same tool, or of the same thing where the tool's runs are of something, as a menu. */
export const OtherRuns = observer(function OtherRuns({ run, look }: { run: ToolRun; look: RunLook }) {
  const t = useText();
  const say = useRunWords(look.words);
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const { tool } = run;
  const query = { tool, of: look.others.of?.(run), limit: MAX };
  const live = useLive(
    (scope) =>
      new LiveValue(
        scope,
        async (signal) => (await http.call(listToolRuns, { query }, { signal, handlesErrors: true })).items,
        {
          events,
          follows: [eventTrigger(toolRunEnded, (ended) => ended.tool === tool)],
        },
      ),
  );
  const others = (live.value ?? []).filter(({ id }) => id !== run.id);
  if (others.length === 0) return null;
  const label = say('others');
  return (
    <DropdownMenu label={label} trigger={(menu) => <IconButton icon="history" label={label} {...menu} />}>
      {others.map((other) => (
        <MenuLink key={other.id} to={look.others.to(other.id)}>
          <RelativeTime time={other.createdAt} />
          <span className="rp-tool-run-head__other">{look.describe?.(other) ?? describeToolRun(other, t)}</span>
        </MenuLink>
      ))}
    </DropdownMenu>
  );
});
