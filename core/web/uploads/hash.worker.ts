// Hashes one file; the page terminates it afterwards.
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void (async () => {
    try {
      const digest = await crypto.subtle.digest('SHA-256', await data.arrayBuffer());
      postMessage({ hash: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('') });
    } catch (error) {
      postMessage({ error: String(error) });
    }
  })();
});
