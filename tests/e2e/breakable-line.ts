import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';

/** A way to a server that a test can break, for Chromium that is told to be offline first sends all it has at full speed. */
export interface BreakableLine {
  /** What a browser opens instead of the server's own address. */
  address: string;
  /** Ends every connection, and each new one at once. */
  break(): void;
  mend(): void;
}

/** @param server its address, such as `http://127.0.0.1:8080` */
export async function openBreakableLine(scope: TestScope, server: string): Promise<BreakableLine> {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  let broken = false;
  const line = createServer((near) => {
    if (broken) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  lastFirst(scope).after(async () => {
    line.close();
    endAll();
    await once(line, 'close');
  });
  return {
    address: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    break() {
      broken = true;
      endAll();
    },
    mend() {
      broken = false;
    },
  };
}
