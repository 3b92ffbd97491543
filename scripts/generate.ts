import { runGenerators } from './checks.ts';

const results = await runGenerators();
process.exitCode = results.every((result) => result.passed) ? 0 : 1;
