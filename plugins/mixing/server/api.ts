import { serverToken } from '#core/server/plugins/server-token.ts';

import type { Transition } from '../transitions.ts';

/** A shot group of a project that another feature makes. */
export interface GivenGroup {
  name: string;
  /** Videos of the library in their order, each used as a whole. */
  clips: readonly { material: string; seconds: number }[];
  /** What leads into the next group; null is a hard cut. */
  transition: { kind: Transition; seconds: number } | null;
}

/** Mix projects, for features that make clips for them. */
export interface MixProjects {
  /**
   * Makes a project of an account; its ratio is that of the first clip.
   * @param project.id chosen by the caller: where there is a project of that id already, it stays as it is
   * @param project.groups at most 20
   * @returns its id
   */
  create(accountId: string, project: { id: string; name: string; groups: readonly GivenGroup[] }): Promise<string>;
}

/** Mix projects. */
export const MIX_PROJECTS = serverToken<MixProjects>('mixing.projects', 1);
