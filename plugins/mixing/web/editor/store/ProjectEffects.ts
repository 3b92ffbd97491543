import { observable } from 'mobx';

import { pluginsChanged } from '#core/contract/kernel-events.ts';
import type { Events } from '#core/web/events/events.ts';
import type { Http } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';

import type { EffectDrawing } from '#plugins/mixing/api.ts';
import { listMixEffects, type MixEffect } from '#plugins/mixing/calls.ts';
import type { MixGroup, MixProject } from '#plugins/mixing/project.ts';
import type { PreviewEffect } from '#plugins/mixing/web/preview/preview-engine.ts';

type ChosenEffect = NonNullable<MixGroup['effect']>;

/** A group whose effect cannot be used, and why. */
export interface EffectProblem {
  group: MixGroup;
  /** Its title, or its name where nobody knows more of it. */
  title: string;
  reason: 'missing' | 'locked';
  /** The plugin that has it. */
  plugin: string;
}

interface ProjectEffectsOptions {
  http: Pick<Http, 'call'>;
  events: Pick<Events, 'on' | 'connected'>;
  i18n: Pick<I18n, 'language'>;
  /** Observable. */
  project(): MixProject;
}

/** The effects that shot groups can have, and how they are drawn. Observable. */
export class ProjectEffects {
  private readonly offered: LiveValue<readonly MixEffect[]>;
  private readonly drawings = observable.map<string, EffectDrawing['draw']>({}, { deep: false });

  constructor(
    scope: Scope,
    private readonly options: ProjectEffectsOptions,
  ) {
    const { http, events, i18n } = options;
    this.offered = new LiveValue<readonly MixEffect[]>(
      scope,
      async (signal) => (await http.call(listMixEffects, {}, { signal, handlesErrors: true })).items,
      { events, follows: [eventTrigger(pluginsChanged)], watch: () => i18n.language },
    );
    observableStore(this);
  }

  /** Learns which effects there are. @returns stops */
  follow(): () => void {
    return this.offered.follow();
  }

  /** Those that can be chosen, and those that a better tier has. */
  get choices(): readonly MixEffect[] {
    return (this.offered.value ?? []).filter(({ state }) => state !== 'off');
  }

  /** Why it is not known which effects there are; null while it is, or is about to be. */
  get failure(): unknown {
    return this.offered.value === null ? (this.offered.failure?.error ?? null) : null;
  }

  find(name: string): MixEffect | undefined {
    return this.offered.value?.find((effect) => effect.name === name);
  }

  /** Whether any group has one. */
  get isUsed(): boolean {
    return this.options.project().groups.some(({ effect }) => effect !== undefined);
  }

  /** The groups whose effects cannot be used; none until that is known. */
  get problems(): readonly EffectProblem[] {
    if (this.offered.value === null) return [];
    return this.options.project().groups.flatMap((group): EffectProblem[] => {
      const name = group.effect?.name;
      if (name === undefined) return [];
      const effect = this.find(name);
      if (effect?.state === 'ready') return [];
      const reason = effect?.state === 'locked' ? 'locked' : 'missing';
      return [{ group, title: effect?.title ?? name, reason, plugin: name.slice(0, name.indexOf('.')) }];
    });
  }

  /** The title of an effect of the project that only the server can show; null where the browser draws all. */
  get undrawn(): string | null {
    for (const { effect } of this.options.project().groups) {
      const known = effect === undefined ? undefined : this.find(effect.name);
      if (known?.state === 'ready' && !this.drawings.has(known.name)) return known.title;
    }
    return null;
  }

  /**
   * Draws an effect in the preview from now on. What throws is reported, and not drawn any more.
   * @returns stops it
   */
  draw({ name, draw }: EffectDrawing, report: (error: unknown) => void): () => void {
    const stop = (): void => {
      if (this.drawings.get(name) === guarded) this.drawings.delete(name);
    };
    const guarded: EffectDrawing['draw'] = (pen, shot) => {
      try {
        draw(pen, shot);
      } catch (error) {
        stop();
        report(error);
      }
    };
    this.drawings.set(name, guarded);
    return stop;
  }

  /** What the preview draws of a group's effect; null for none. */
  previewOf(chosen: ChosenEffect | undefined): PreviewEffect | null {
    if (chosen === undefined) return null;
    const known = this.find(chosen.name);
    if (known !== undefined && known.state !== 'ready') return null;
    return { draw: this.drawings.get(chosen.name) ?? null, params: this.paramsOf(chosen) };
  }

  /** The settings of a group's effect with the defaults of those that it does not name. */
  paramsOf({ name, params }: ChosenEffect): ChosenEffect['params'] {
    const fields = this.find(name)?.fields ?? [];
    return { ...Object.fromEntries(fields.map(({ key, standard }) => [key, standard])), ...params };
  }
}
