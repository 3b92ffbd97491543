import { readFile } from 'node:fs/promises';

import { pictureOf } from '#core/contract/picture.ts';
import type { CommandContext } from '#core/server/plugins/command.ts';

import { loudnessRanges } from '#plugins/mixing/certificate.ts';
import type { BatchResult } from '../batch/run-batch.ts';
import type { MixArguments } from './mix-arguments.ts';

/** Clock ticks per second on every Linux that Node.js runs on. */
const TICKS = 100;

/** Reports the result of a batch: a few lines for people, or everything as JSON. */
export async function reportBatch(
  context: CommandContext,
  result: BatchResult,
  values: MixArguments,
  seconds: number,
): Promise<void> {
  if (values.json) {
    const { hits, builds, repairs } = context.media.graph.statistics;
    const { certificate, fewer, setAside } = result;
    const timings = { seconds, cpuSeconds: await cpuSeconds() };
    const refused = result.refused.map(({ id, error }) => ({ file: id, code: error.code, params: error.params }));
    const report = { certificate, timings, cache: { hits, builds, repairs }, refused, setAside, fewer };
    context.write(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  tell(context, result, values);
}

function tell(
  { print, translate }: CommandContext,
  { certificate, fewer, advice, setAside }: BatchResult,
  values: MixArguments,
): void {
  for (const { material, sameAs } of setAside) {
    if (sameAs !== null) {
      print(translate('mixing:set-aside', { file: material, like: sameAs }));
    }
  }
  const [first] = advice;
  const [group] = first?.groups ?? [];
  if (fewer !== null) {
    const { possible, wanted: count, proven, share, further } = fewer;
    // Advice counts shots; where likeness is what limits, it would promise too much.
    const counted = first !== undefined && first.from === possible && first.groups.length === 1;
    const more =
      !counted || group === undefined
        ? translate('mixing:advice-more')
        : translate('mixing:advice', { group: group.group, clips: group.clips, from: first.from, to: first.to });
    print(
      share !== null && further !== null
        ? translate('mixing:fewer-limit', {
            ...{ possible, count, share, groups: certificate.plan.groups, more: further.count, next: further.share },
            advice: more,
          })
        : translate(proven ? 'mixing:fewer' : 'mixing:fewer-found', { possible, count, advice: more }),
    );
  }
  if (certificate.failures.length > 0) {
    print(translate('mixing:unmet', { pairs: certificate.failures.length }));
  }
  const { outputs, plan, footage } = certificate;
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  if (outputs.length > 1) {
    print(
      translate('mixing:finished', {
        ...{ count: outputs.length, shared: plan.maxShared, groups: plan.groups },
        ...{ least: percent(footage.least), median: percent(footage.median) },
      }),
    );
  }
  const ranges = loudnessRanges(certificate);
  if (ranges !== null) print(translate('mixing:finished-loudness', ranges));
  const copied = outputs.reduce((sum, output) => sum + (output.copied ?? 0), 0);
  if (copied > 0) {
    const { fps } = pictureOf(values.ratio, values.resolution);
    const frames = outputs.reduce((sum, { seconds }) => sum + seconds * fps, 0);
    print(translate('mixing:finished-copied', { share: percent(copied / frames) }));
  }
  print(translate('mixing:finished-where', { folder: values.out }));
}

/**
 * Processor time of this process and of the tools that it has run, in seconds; without the tools where the system does
 * not report them.
 */
async function cpuSeconds(): Promise<number> {
  const text = await readFile('/proc/self/stat', 'utf8').catch(() => undefined);
  if (text === undefined) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  // The program's name, in parentheses, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}
