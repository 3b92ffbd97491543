import { areLandingNumbersTrue, writeLandingNumbers } from './landing-numbers.ts';

// plugins/landing/benchmark-facts.ts: the numbers that the landing page prints.

if (!process.argv.includes('--check')) {
  writeLandingNumbers();
} else if (!areLandingNumbersTrue()) {
  console.error('plugins/landing/benchmark-facts.ts is out of date: npm run generate');
  process.exitCode = 1;
}
