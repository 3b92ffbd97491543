import type { Reporter } from '@rstest/core';

/** Prints one line in the end that says how many tests passed, failed and were skipped. */
export class ClosingLine implements Reporter {
  onTestRunEnd({ results, testResults, unhandledErrors = [] }: Parameters<NonNullable<Reporter['onTestRunEnd']>>[0]) {
    const count = (...statuses: string[]) => testResults.filter(({ status }) => statuses.includes(status)).length;
    // A file that breaks before its first test is a failure as well.
    const broken = results.filter(
      (file) => file.status === 'fail' && file.results.every(({ status }) => status !== 'fail'),
    );
    const failed = count('fail') + broken.length + unhandledErrors.length;
    console.log(`\n${count('pass')} passed, ${failed} failed, ${count('skip', 'todo')} skipped`);
  }
}
