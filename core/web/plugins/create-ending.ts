import type { Lives } from './create-lives.ts';
import { setState, type Life } from './life.ts';
import type { OpenedPlugin, PluginsOptions } from './plugins-options.ts';
import type { PluginState } from './plugins.ts';

/** What stops plugins. */
export interface Ending {
  /** Undoes what was opened of a plugin. */
  close(life: Life, opened: OpenedPlugin): Promise<void>;
  /** Stops a plugin, also one that is loading. @param after what it is then; what the index says when absent */
  end(life: Life, after?: PluginState): Promise<void>;
}

/** Makes it. */
export function createEnding(
  { measure, onFault }: Pick<PluginsOptions, 'measure' | 'onFault'>,
  { rest }: Pick<Lives, 'rest'>,
): Ending {
  async function close(life: Life, opened: OpenedPlugin): Promise<void> {
    const faults = await measure(life.id, 'dispose', () => opened.close());
    for (const { error } of faults) onFault(life.id, 'dispose', error);
  }

  return {
    close,
    end(life, after) {
      if (life.ending !== null) return life.ending;
      if (life.active === null && life.flight !== null) {
        life.unwanted = true;
        return life.flight.then(
          () => undefined,
          () => undefined,
        );
      }
      const { opened } = life;
      if (opened === null) return Promise.resolve();
      setState(life, { name: 'stopping' });
      const run = async (): Promise<void> => {
        await close(life, opened);
        life.opened = null;
        life.active = null;
        life.ending = null;
        life.departure = null;
        rest(life, after);
      };
      life.ending = run();
      return life.ending;
    },
  };
}
