import { connectGuarded } from '#core/server/services/outbound/connect-guarded.ts';

import { NEEDED_PORTS, NEEDED_SYSTEM, type PortFinding, type SystemFinding } from '#plugins/hosts/calls.ts';
import { openSession, runCommand, SshFault, type SshTarget } from '../ssh/open-session.ts';
import type { HostRow } from '../tables.ts';

/** What a check finds, as it is stored with the host. */
export type HostFindings = Pick<HostRow, 'state' | 'cause' | 'offeredKey' | 'ports' | 'system' | 'milliseconds'>;

/** Milliseconds for an answer of a port, and for what is asked once it is logged in to. */
const [PORT_LIMIT, ASK_LIMIT] = [3_000, 10_000];
const ASK_SYSTEM = 'cat /etc/os-release; uname -m';

interface Examining {
  allows: (address: string) => boolean;
  signal: AbortSignal;
}

/**
 * Logs in to a host and looks at its ports and its system. Ports are only tried of a host that its owner could log in to,
 * so that nobody scans somebody else's machine from here.
 * @throws the signal's reason
 */
export async function examineHost(target: SshTarget, { allows, signal }: Examining): Promise<HostFindings> {
  const nothing = { cause: null, offeredKey: null, ports: [], system: null, milliseconds: null };
  try {
    const begun = performance.now();
    const client = await openSession(target, { allows, signal });
    const milliseconds = Math.round(performance.now() - begun);
    try {
      const [ports, system] = await Promise.all([
        findPorts(target, { allows, signal }),
        runCommand(client, ASK_SYSTEM, AbortSignal.any([signal, AbortSignal.timeout(ASK_LIMIT)])).then(systemOf),
      ]);
      const isFit = system.isFit && ports.every(({ state }) => state !== 'filtered');
      return { ...nothing, state: isFit ? 'healthy' : 'unfit', ports, system, milliseconds };
    } finally {
      client.end();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SshFault)) return { ...nothing, state: 'failed', cause: 'hosts:cause.unreachable' };
    const { kind, offered: offeredKey } = error;
    if (kind === 'unknown-key' || kind === 'changed-key') return { ...nothing, state: kind, offeredKey };
    return { ...nothing, state: 'failed', cause: `hosts:cause.${kind}` };
  }
}

/** The first and the last port of each needed range; that of SSH itself has answered already. */
async function findPorts({ address, port: own }: SshTarget, examining: Examining): Promise<PortFinding[]> {
  const needed = [...new Set(NEEDED_PORTS.flat())];
  return await Promise.all(
    needed.map(async (port): Promise<PortFinding> => {
      if (port === own) return { port, state: 'open' };
      return { port, state: await knock(address, port, examining) };
    }),
  );
}

async function knock(host: string, port: number, { allows, signal }: Examining): Promise<PortFinding['state']> {
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(PORT_LIMIT)]);
    (await connectGuarded({ host, port, allows, signal: either })).destroy();
    return 'open';
  } catch (error) {
    signal.throwIfAborted();
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'closed' : 'filtered';
  }
}

/** What a system says of itself: `/etc/os-release` and the kind of its processor in the last line. */
export function systemOf(said: string): SystemFinding {
  const lines = said.trim().split('\n');
  const facts = new Map(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z_]+)=["']?(.*?)["']?$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value] as const];
    }),
  );
  const machine = (lines.at(-1) ?? '').trim().slice(0, 20);
  const name = facts.get('PRETTY_NAME') ?? facts.get('NAME') ?? '';
  const isFit =
    facts.get('ID') === NEEDED_SYSTEM.id &&
    facts.get('VERSION_ID') === NEEDED_SYSTEM.version &&
    machine === NEEDED_SYSTEM.machine;
  return { name: name.slice(0, 80), machine: machine.includes('=') ? '' : machine, isFit };
}
