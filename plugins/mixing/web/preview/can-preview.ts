/** Whether this browser has what {@link createPreviewStudio} needs: WebCodecs exist on secure addresses only. */
export function canPreview(): boolean {
  return (
    typeof VideoDecoder === 'function' && typeof OffscreenCanvas === 'function' && typeof AudioContext === 'function'
  );
}
