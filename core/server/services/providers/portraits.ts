/** What a talking portrait is made of. */
export interface PortraitRequest {
  /** A JPEG or PNG of one face, or an MP4 of somebody who looks into the camera. */
  face: { kind: 'picture' | 'video'; path: string };
  /** What is said: a WAV file. */
  sound: string;
  /** The video's size in pixels; the service may answer a smaller one. */
  width: number;
  height: number;
}

/** How far a portrait is; `lost`: the service has forgotten it, and it may be started again. */
export type PortraitState =
  | { state: 'waiting' | 'running'; /** 0 to 1; null where it does not say. */ progress: number | null }
  | { state: 'ready' }
  | { state: 'failed'; reason: string }
  | { state: 'lost' };

/** Makes faces talk. It takes minutes, so it is started, asked after, and fetched. */
export interface PortraitsProvider {
  /** Must change whenever the same request would look different; part of cache keys. */
  readonly version: string;
  /** How many it works on at once; the caller keeps the others waiting. */
  readonly atOnce: number;
  /**
   * Starts one.
   * @param reference an id of ours; asked again with the same one, it starts none anew
   * @returns the service's name for it, to be kept before anything else is asked
   * @throws ProviderFailure `refused` for a face that it cannot use, `limited` while it is busy
   */
  start(request: PortraitRequest, reference: string, signal?: AbortSignal): Promise<string>;
  /** @throws ProviderFailure */
  check(job: string, signal?: AbortSignal): Promise<PortraitState>;
  /** Writes the finished video to an MP4 file. Some services give it out once only. @throws ProviderFailure */
  fetch(job: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Gives up one. One that is gone is no failure. */
  cancel(job: string): Promise<void>;
}
