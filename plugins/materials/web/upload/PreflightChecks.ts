import type { CallData } from '#core/contract/call.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';

import { offerFiles, type Material, type MaterialKind } from '#plugins/materials/calls.ts';

type Answer = CallData<typeof offerFiles>['answers'][number];

/** Where a file is to go. */
export interface Destination {
  kind: MaterialKind;
  folderId: string | null;
}

/** Most files of one call. */
const AT_ONCE = 500;

/** Asks the server of many files in few calls whether it takes them, or has them already. */
export class PreflightChecks {
  private readonly answers = new WeakMap<File, Promise<Answer>>();

  constructor(private readonly http: Http) {}

  /** Asks of files that will be claimed later. */
  ask(files: readonly File[], to: Destination): void {
    for (let from = 0; from < files.length; from += AT_ONCE) {
      const some = files.slice(from, from + AT_ONCE);
      const asking = this.call(some.map(factsOf), to);
      // Each file's own claim reports the reason.
      asking.catch(() => undefined);
      for (const [index, file] of some.entries()) {
        const answer = asking.then((answers) => answers[index] ?? { answer: 'send' as const });
        answer.catch(() => undefined);
        this.answers.set(file, answer);
      }
    }
  }

  /**
   * What becomes of a file before it is sent.
   * @param sha256 reads the whole file; it is asked for only where that may save the upload
   * @returns the material when the account has it already, null to send it
   * @throws Error with the reason when it is refused
   */
  async claim(
    file: File,
    to: Destination,
    sha256: () => Promise<string>,
    signal: AbortSignal,
  ): Promise<{ result: Material } | null> {
    const first = await this.take(file, to, signal);
    const answer =
      first.answer === 'hash' ? await this.one({ ...factsOf(file), sha256: await sha256() }, to, signal) : first;
    if (answer.answer === 'refused') {
      throw answer.mayRetry ? new HttpFailure(answer.reason, { kind: 'refused' }) : new Error(answer.reason);
    }
    return answer.answer === 'have' ? { result: answer.material } : null;
  }

  private async take(file: File, to: Destination, signal: AbortSignal): Promise<Answer> {
    const asked = this.answers.get(file);
    this.answers.delete(file);
    if (asked !== undefined) {
      try {
        return await asked;
      } catch {
        // What failed for all of them may go well for this one.
      }
    }
    return await this.one(factsOf(file), to, signal);
  }

  private async one(facts: Facts, to: Destination, signal: AbortSignal): Promise<Answer> {
    const [answer] = await this.call([facts], to, signal);
    return answer ?? { answer: 'send' };
  }

  private async call(
    facts: readonly Facts[],
    { kind, folderId }: Destination,
    signal?: AbortSignal,
  ): Promise<Answer[]> {
    const files = facts.map((one) => ({ ...one, folderId }));
    const { answers } = await this.http.call(offerFiles, { body: { kind, files } }, { signal, handlesErrors: true });
    return answers;
  }
}

interface Facts {
  name: string;
  size: number;
  sha256?: string;
}

function factsOf({ name, size }: File): Facts {
  return { name: name.slice(0, 255), size };
}
