import { cutFactsSchema } from '#core/contract/cut-facts.ts';
import type { ToolItem } from '#core/contract/tool-run-calls.ts';

import type { IconName } from '../components/Icon.tsx';
import { observer } from '../react/observer.ts';
import { useText } from '../react/use-text.ts';
import { Link, useParams } from '../router/links.ts';
import type { RunLook } from '../runs/run-look.ts';
import { ToolRunView } from '../runs/ToolRunView.tsx';
import { Empty } from '../ui/Empty.tsx';
import type { ToolAddresses } from './tool-addresses.ts';

interface BatchRunPageProps {
  at: ToolAddresses;
  /** What the tool is called. */
  title: string;
  icon: IconName;
  /** What its runs say and draw beside what all do. */
  look: Partial<RunLook>;
}

/** The page of a batch tool's run, whose address names the run as `:id`. */
export const BatchRunPage = observer(function BatchRunPage({ at, title, icon, look }: BatchRunPageProps) {
  const t = useText();
  const { id = '' } = useParams();
  return (
    <ToolRunView
      id={id}
      look={{
        ...{ back: () => ({ to: at.page, title }), others: { to: at.run }, ratio: () => '1:1', facts: sizeAndLength },
        tellsLeftOut: true,
        ...look,
      }}
      missing={
        <Empty
          icon={icon}
          title={t('shell:runs.missing')}
          text={t('shell:runs.missing-text')}
          action={<Link to={at.page}>{title}</Link>}
        />
      }
    />
  );
});

const madeVideo = cutFactsSchema.pick({ width: true, height: true, seconds: true });

/** What is told of a video that was made; nothing of an item that says less of itself. */
function sizeAndLength({ facts }: ToolItem): string[] {
  const video = madeVideo.safeParse(facts).data;
  return video === undefined ? [] : [`${video.width} × ${video.height}`, `${video.seconds.toFixed(1)} s`];
}
