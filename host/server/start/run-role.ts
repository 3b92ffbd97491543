import { translate } from '#core/server/ground/messages.ts';

import { isClaimed } from '../outside-plugins/stray-errors.ts';
import { terminalLanguage } from '../terminal-language.ts';
import { failureOf, tell, type Failure, type Surroundings } from './failure.ts';
import type { RoleMessage } from './role-messages.ts';

/** A stopping role finishes work that takes moments; longer work is aborted and done again later. */
const STOP_MILLISECONDS = 8_000;
/** Nobody waits for a role whose supervisor has died, and the next one needs its port. */
const ORPHAN_MILLISECONDS = 2_000;

/** A running role. */
export interface Role {
  /** Its URL, or null for a role that serves nothing. */
  address: string | null;
  stop(): Promise<void>;
}

/**
 * Runs a role until it is asked to stop: by a signal or, under a supervisor, by the end of the channel to it. A
 * `start` that returns nothing was a task, which is then done. On its own a role prints what happens; under a
 * supervisor it sends messages.
 */
export async function runRole(surroundings: Surroundings, start: () => Promise<Role | void>): Promise<void> {
  // `node --watch` also opens a channel.
  const supervised = process.send !== undefined && process.env['WATCH_REPORT_DEPENDENCIES'] === undefined;
  let stop: (() => Promise<void>) | undefined;
  let stopping = false;

  async function end(milliseconds: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), milliseconds).unref();
    await stop?.();
    process.exit(0);
  }

  function fall(error: unknown): void {
    const failure = failureOf(error, surroundings);
    console.error(error instanceof Error && 'reason' in failure ? error.stack : JSON.stringify(failure));
    if (supervised) {
      send({ type: 'failed', failure }, () => process.exit(1));
    } else {
      if ('code' in failure) console.error(tellAlone(failure));
      process.exit(1);
    }
  }

  process.on('SIGTERM', () => void end(STOP_MILLISECONDS));
  process.on('SIGINT', () => void end(STOP_MILLISECONDS));
  process.on('disconnect', () => void end(ORPHAN_MILLISECONDS));
  // An uncaught error of an outside plugin is recorded as that plugin's fault and does not end the role.
  process.on('uncaughtException', (error) => {
    if (!isClaimed(error)) fall(error);
  });
  process.on('unhandledRejection', (reason) => {
    if (!isClaimed(reason)) fall(reason);
  });

  try {
    const role = await start();
    if (role === undefined) {
      if (supervised) send({ type: 'ready', address: null }, () => process.exit(0));
      else process.exit(0);
      return;
    }
    stop = () => role.stop();
    if (supervised) send({ type: 'ready', address: role.address });
    else if (role.address !== null)
      console.log(translate(terminalLanguage(), 'host:start.ready', { address: role.address }));
  } catch (error) {
    fall(error);
  }
}

function tellAlone(failure: Failure): string {
  return tell(failure, terminalLanguage(), { unexpected: 'host:start.failed', log: 'stderr' });
}

function send(message: RoleMessage, sent: () => void = () => undefined): void {
  process.send?.(message, undefined, {}, sent);
}
