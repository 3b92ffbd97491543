import { pino, type Logger } from 'pino';

/** A silent log; set `REELPORT_TEST_LOG=debug` to read along. */
export const testLog: Logger = pino({ level: process.env.REELPORT_TEST_LOG ?? 'silent' });
