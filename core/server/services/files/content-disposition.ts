const PLAYABLE = /^(video|audio)\/|^image\/(?!svg)/;

/**
 * The `content-disposition` of a user's file. Only pictures, video and sound are shown inline; everything else is
 * downloaded, so that no upload ever runs as a page of this server.
 */
export function contentDisposition(type: string | undefined, filename: string | undefined): string {
  const kind = type !== undefined && PLAYABLE.test(type) ? 'inline' : 'attachment';
  if (filename === undefined || filename === '') return kind;
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
