// The plugin under test, as the settings of the bundler name its parts.

declare module '@author/manifest' {
  import type { PluginManifest } from '#core/contract/plugin.ts';

  const manifest: PluginManifest;
  export default manifest;
}

declare module '@author/web' {
  import type { WebPlugin } from '#core/web/define-web.ts';

  const web: WebPlugin;
  export default web;
}

/** Its id and texts, and the ids of the plugins that ship with the workbench. */
declare const REELPORT_PLUGIN: {
  id: string;
  texts: Record<'zh' | 'en', Record<string, string>>;
  shipped: readonly string[];
};
