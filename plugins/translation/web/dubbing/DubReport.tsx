import { writeTimestamp } from '#core/contract/timed-text/timestamp.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Table } from '#core/web/ui/Table.tsx';

import type { DubLineReport, LineTranscript } from '#plugins/translation/dub-calls.ts';
import { DUB_RULES } from '#plugins/translation/dub-plan.ts';
import { faultText, lackText, seconds } from './dub-words.ts';

/** Rows that are drawn at once; those with faults go first. */
const SHOWN = 200;

/**
 * What came of each line of a dub: the time it has, how long the voice takes, how much faster, how much slower the picture
 * is, and how late it is heard.
 */
export const DubReport = observer(function DubReport({
  lines,
  onLine,
}: {
  lines: readonly DubLineReport[];
  onLine(cue: string): void;
}) {
  const t = useText();
  const isBad = ({ fault, drift, transcript }: DubLineReport) =>
    fault !== null || Math.abs(drift ?? Infinity) > DUB_RULES.drift || transcript?.isLacking === true;
  const isHeard = lines.some(({ transcript }) => transcript !== null);
  const isSlow = lines.some(({ picture }) => picture > 1);
  const shown = lines.length > SHOWN ? [...lines].toSorted((a, b) => Number(isBad(b)) - Number(isBad(a))) : lines;
  return (
    <Table
      label={t('translation:dub.report')}
      rows={shown.slice(0, SHOWN)}
      idOf={({ cue }) => cue}
      nameOf={({ text }) => text}
      empty={null}
      columns={[
        {
          ...{ key: 'start', title: t('translation:dub.column.start'), width: 110 },
          render: ({ cue, start }) => (
            <Button size="small" variant="quiet" onClick={() => onLine(cue)}>
              {writeTimestamp(start).slice(start < 3_600_000 ? 3 : 0, 10)}
            </Button>
          ),
        },
        {
          ...{ key: 'text', title: t('translation:dub.column.text') },
          render: (line) => (
            // One thing for the cards of phones, which put several side by side.
            <div>
              <span dir="auto">{line.text}</span>
              {line.fault !== null && <span className="rp-dub-fault">{faultText(t, line)}</span>}
              {line.transcript !== null && <Transcript of={line.transcript} />}
            </div>
          ),
        },
        {
          ...{ key: 'planned', title: t('translation:dub.column.planned'), width: 90, align: 'end' },
          render: ({ start, until }) => seconds(until - start),
        },
        {
          ...{ key: 'spoken', title: t('translation:dub.column.spoken'), width: 100, align: 'end' },
          render: ({ spoken, isEstimated }) => (spoken === null ? '–' : `${isEstimated ? '≈ ' : ''}${seconds(spoken)}`),
        },
        {
          ...{ key: 'factor', title: t('translation:dub.column.factor'), width: 80, align: 'end' },
          render: ({ factor, fault }) => (fault === null ? `${factor.toFixed(2)} ×` : '–'),
        },
        ...(isSlow
          ? [
              {
                ...{ key: 'picture', title: t('translation:dub.column.picture'), width: 80, align: 'end' as const },
                render: ({ picture }: DubLineReport) => (picture > 1 ? `${picture.toFixed(2)} ×` : '–'),
              },
            ]
          : []),
        {
          ...{ key: 'drift', title: t('translation:dub.column.drift'), width: 100, align: 'end' },
          render: ({ drift, fault }) => {
            if (fault !== null) return '–';
            return drift === null ? t('translation:dub.unheard') : `${Math.round(drift)} ms`;
          },
        },
        ...(isHeard
          ? [
              {
                ...{ key: 'words', title: t('translation:dub.column.words'), width: 90, align: 'end' as const },
                render: ({ transcript }: DubLineReport) =>
                  transcript === null ? '–' : `${Math.floor(transcript.found * 100)}%`,
              },
            ]
          : []),
      ]}
    />
  );
});

/** What a service has heard of a line, and what is missing in it. */
function Transcript({ of }: { of: LineTranscript }) {
  const t = useText();
  const heard = of.text === '' ? t('translation:dub.silent') : of.text;
  return (
    <>
      <span className="rp-dub-note" dir="auto">
        {t('translation:dub.transcript', { text: heard })}
      </span>
      {of.isLacking && <span className="rp-dub-fault">{lackText(t, of)}</span>}
    </>
  );
}
