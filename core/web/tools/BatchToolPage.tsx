import { useEffect, type ReactNode } from 'react';

import type { RunExtent } from '#core/contract/price.ts';

import { Button } from '../components/Button.tsx';
import { observer } from '../react/observer.ts';
import { useLocked } from '../react/use-locked.ts';
import { useText } from '../react/use-text.ts';
import { ToolRunHistory } from '../runs/ToolRunHistory.tsx';
import { BatchList, type BatchItem } from '../studio/BatchList.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageFrame } from '../ui/PageFrame.tsx';
import { ReadOnly } from '../ui/ReadOnly.tsx';
import { ActionBar } from './ActionBar.tsx';
import type { BatchDraft, BatchInput, InputMaterial } from './BatchDraft.ts';
import { CostNote } from './CostNote.tsx';
import './BatchToolPage.css';

export { BatchDraft } from './BatchDraft.ts';
export type { BatchDraftOptions, BatchInput, InputLibrary, InputMaterial } from './BatchDraft.ts';
export { StartBar, type StartBarProps } from './StartBar.tsx';
export { toolAddresses, type ToolAddresses } from './tool-addresses.ts';

export interface BatchToolPageProps<M extends InputMaterial, T extends BatchInput<M>> {
  /** The tool's name, such as `crop.cut`; its earlier runs are listed. */
  tool: string;
  draft: BatchDraft<M, T>;
  title: string;
  /** What the tool does, in a sentence. */
  about: string;
  /** What to do first, on the page without videos. */
  none: string;
  /** An outline of what will be here: an `svg` of the class `rp-empty__outline`, 260 by 120. */
  outline: ReactNode;
  /** What the list tells of a video, such as how it is set and what stands in the way. */
  rowOf(input: T): Pick<BatchItem, 'facts' | 'settings' | 'state'>;
  /** Lets the settings of one video be given to others. */
  onApply?(from: string, ids: readonly string[]): void;
  /** Below the list: what is set for all videos alike. */
  side?: ReactNode;
  /** What is shown at the foot: what will come out, and the buttons that start a run. */
  bar: ReactNode;
  /** What a run comes to at most, for a tool that costs something; by default one output of each video. */
  extent?: RunExtent;
  /** What was made before, above the earlier runs; also on the page without videos. */
  earlier?: ReactNode;
  /** The editor of the video that is shown; drawn anew for each. */
  children(input: T): ReactNode;
}

/**
 * The page of a tool that works on one video or on hundreds: they are chosen in the library and listed, one of them is
 * shown in the tool's editor, and earlier runs are at the end. The tool fills in its editor, its settings and its bar.
 * While the plugin is locked, all of it may be looked at. A plugin from outside asks for `listToolRuns`,
 * `readToolPrice` and `EVENTS`.
 * @example
 * <BatchToolPage
 *   {...{ tool: 'mask.cover', draft: masks.inputs, outline: <Outline /> }}
 *   {...{ title: t('mask:title'), about: t('mask:about'), none: t('mask:none') }}
 *   rowOf={({ boxes }) => ({ settings: t('mask:boxes', { count: boxes.length }) })}
 *   bar={
 *     <StartBar {...{ draft: masks.inputs, icon: 'mosaic', total, fault }} start={t('mask:start')} onStart={masks.start} />
 *   }
 * >
 *   {(video) => <MaskEditor video={video} />}
 * </BatchToolPage>
 */
export const BatchToolPage = observer(DrawnBatchToolPage) as typeof DrawnBatchToolPage;

function DrawnBatchToolPage<M extends InputMaterial, T extends BatchInput<M>>(properties: BatchToolPageProps<M, T>) {
  const { tool, draft, title, about, none, outline, rowOf, onApply, side, bar, extent, earlier, children } = properties;
  const t = useText();
  const isLocked = useLocked() !== null;
  useEffect(() => draft.hold(), [draft]);
  const { items, open, selected, show, select } = draft.batch;
  const choose = (): void => void draft.choose();
  return (
    <PageFrame
      title={title}
      about={open === null ? about : undefined}
      width="wide"
      actions={
        open !== null && (
          <Button icon="plus" disabled={isLocked} onClick={choose}>
            {t('shell:tools.add')}
          </Button>
        )
      }
    >
      {open === null ? (
        <Empty
          picture={outline}
          title={none}
          text={t('shell:tools.none-text', { most: draft.most })}
          action={
            <Button variant="primary" icon="film" disabled={isLocked} onClick={choose}>
              {t('shell:tools.choose')}
            </Button>
          }
        />
      ) : (
        <ReadOnly when={isLocked}>
          <div className="rp-batch-tool">
            <div className="rp-batch-tool__side">
              <section aria-label={t('shell:tools.inputs')}>
                <BatchList
                  label={t('shell:tools.inputs')}
                  items={items.map((input) => ({ ...inputRow(input), ...rowOf(input) }))}
                  open={open.id}
                  selected={selected}
                  onOpen={show}
                  onSelect={select}
                  onRemove={draft.remove}
                  onApply={onApply}
                />
              </section>
              {side}
            </div>
            <div className="rp-batch-tool__main" key={open.id}>
              {children(open)}
            </div>
          </div>
          <ActionBar>
            <CostNote tool={tool} extent={extent ?? { outputs: items.length }} onShown={draft.showCost} />
            {bar}
          </ActionBar>
        </ReadOnly>
      )}
      {earlier}
      <ToolRunHistory tool={tool} to={draft.at.run} />
    </PageFrame>
  );
}

function inputRow({ id, material: { name, thumbnail, poster } }: BatchInput<InputMaterial>): BatchItem {
  return { id, name, thumbnail: thumbnail ?? poster };
}
