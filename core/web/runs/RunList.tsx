import type { ToolRun } from '#core/contract/tool-run-calls.ts';

import { Icon, type IconName } from '../components/Icon.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { observer } from '../react/observer.ts';
import { useText } from '../react/use-text.ts';
import { Link } from '../router/links.ts';
import { describeToolRun } from './describe-tool-run.ts';
import './RunList.css';

/** A run, where its page is, and of which tool it is where there are several. */
export interface ListedRun {
  run: ToolRun;
  to: string;
  tool?: { icon: IconName; title: string };
}

/** Runs by name, with how far they are and when they began. */
export const RunList = observer(function RunList({ runs }: { runs: readonly ListedRun[] }) {
  const t = useText();
  return (
    <ul className="rp-run-list">
      {runs.map(({ run, to, tool }) => (
        <li key={run.id}>
          <Link to={to}>
            {tool !== undefined && <Icon name={tool.icon} label={tool.title} />}
            {run.name}
          </Link>
          <span data-state={run.state}>{describeToolRun(run, t)}</span>
          <RelativeTime time={run.createdAt} />
        </li>
      ))}
    </ul>
  );
});
