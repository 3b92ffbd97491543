import { MAX_USES } from '#core/contract/plugin-calls.ts';
import type { PluginEntry } from '#core/contract/plugin-index.ts';

import type { Http } from '../http/http.ts';
import { LoadFailure } from '../plugins/load-failure.ts';
import type { FaultPhase } from '../plugins/plugins.ts';

/** How many faults of one version of a plugin are reported per minute. */
const MAX = 3;
const MINUTE = 60_000;
const MESSAGE_CHARACTERS = 4_000;

/** How long uses are counted before they are reported. */
const COUNT_MILLISECONDS = 5_000;

/** Reports the health of external plugins in this browser to the server, and which services they use. */
export interface PluginReports {
  fault(entry: PluginEntry, phase: FaultPhase, error: unknown): void;
  /** The plugin was activated without a fault; reported once per session and version. */
  proven(entry: PluginEntry): void;
  /** A plugin used a service that it was granted. @param token its name, such as `dialogs@1` */
  used(plugin: string, token: string): void;
}

export interface ReportDependencies {
  http(): Pick<Http, 'send'>;
  /** Null while nobody is logged in: nothing is reported then. */
  token(): string | null;
  now?: () => number;
}

/** Creates the {@link PluginReports} of a page. Reports that cannot be sent are dropped. */
export function createPluginReports({ http, token, now = Date.now }: ReportDependencies): PluginReports {
  const toldAt = new Map<string, number[]>();
  const proven = new Set<string>();
  /** Uses that were not reported yet, by plugin and token. */
  let uses = new Map<string, Map<string, number>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function reportUses(): void {
    clearTimeout(timer);
    timer = undefined;
    const counted = uses;
    uses = new Map();
    if (token() === null) return;
    for (const [plugin, counts] of counted) void send(plugin, 'uses', { uses: Object.fromEntries(counts) });
  }
  // A page that is hidden may be gone before the next report.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') reportUses();
  });

  function send(id: string, what: 'faults' | 'proven' | 'uses', body: object): Promise<boolean> {
    const path = `/api/plugins/${encodeURIComponent(id)}/${what}`;
    return http()
      .send({ method: 'POST', path, body, handlesErrors: true })
      .then(
        () => true,
        () => false,
      );
  }

  return {
    used(plugin, name) {
      const counts = uses.get(plugin) ?? new Map<string, number>();
      uses.set(plugin, counts.set(name, Math.min((counts.get(name) ?? 0) + 1, MAX_USES)));
      timer ??= setTimeout(reportUses, COUNT_MILLISECONDS);
    },
    fault({ manifest: { id, version } }, phase, error) {
      if (token() === null || (error instanceof LoadFailure && error.isPassing)) return;
      const key = `${id} ${version}`;
      const recent = (toldAt.get(key) ?? []).filter((time) => now() - time < MINUTE);
      if (recent.length >= MAX) return;
      toldAt.set(key, [...recent, now()]);
      void send(id, 'faults', { version, phase, message: storable(messageOf(error)) });
    },
    proven({ manifest: { id, version }, source }) {
      const mine = token();
      if (mine === null || source?.dev === true) return;
      const key = `${mine} ${id} ${version}`;
      if (proven.has(key)) return;
      proven.add(key);
      void send(id, 'proven', { version }).then((done) => {
        if (!done) proven.delete(key);
      });
    },
  };
}

/** The server refuses texts that its database cannot keep. */
function storable(message: string): string {
  return message.replaceAll('\0', '').slice(0, MESSAGE_CHARACTERS).toWellFormed();
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.stack ?? `${error.name}: ${error.message}`;
  try {
    return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
  } catch {
    return String(error);
  }
}
