/** Whether this browser has what {@link createPreviewEngine} needs: WebCodecs exist on secure addresses only. */
export function canPreview(): boolean {
  return (
    typeof VideoDecoder === 'function' && typeof OffscreenCanvas === 'function' && typeof AudioContext === 'function'
  );
}
