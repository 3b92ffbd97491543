/** Pictures of one shot, one after the other, and which of their pixels are to be filled. */
export interface InpaintingRequest {
  /**
   * A Y4M file (YUV4MPEG2) of eight bits whose colours have half its size, in BT.709 of limited range. It is twice as tall
   * as the pictures: each of its frames is a picture and, below it, the mask, whose light is 255 where the picture is to be
   * filled, and 0 elsewhere.
   */
  path: string;
  /** Pixels of the pictures, both even. */
  width: number;
  height: number;
  /** How many there are. */
  frames: number;
}

/** How far it is; `lost`: the service does not know of it, or not any more, and it may be started. */
export type InpaintingState =
  | { state: 'waiting' | 'running'; /** 0 to 1; null where it does not say. */ progress: number | null }
  | { state: 'ready' }
  | { state: 'failed'; reason: string }
  | { state: 'lost' };

/** The workbench's own way, which removes text while a video is encoded and is not asked for pictures. */
interface BuiltInInpainting {
  readonly form: 'built-in';
}

/** A service that fills pictures. It takes a while, so it is started, asked after, and fetched. */
export interface InpaintingService {
  readonly form: 'service';
  /** Must change whenever the same pictures would be filled differently; part of cache keys. */
  readonly version: string;
  /** How many requests it works on at once; the caller keeps the others waiting. */
  readonly atOnce: number;
  /** How many pictures one request has at most; 16 or more. */
  readonly mostFrames: number;
  /** Seconds after which a request that is not ready is given up. */
  readonly mostSeconds: number;
  /**
   * Starts one.
   * @param reference an id of ours, 64 hexadecimal digits; asked again with the same one, it starts none anew
   * @throws ProviderFailure `refused` for pictures that it does not take, `limited` while it is busy
   */
  start(request: InpaintingRequest, reference: string, signal?: AbortSignal): Promise<void>;
  /** @throws ProviderFailure */
  check(reference: string, signal?: AbortSignal): Promise<InpaintingState>;
  /**
   * Writes the filled pictures, all of them in their order and size and without masks, to a Y4M file.
   * @throws ProviderFailure, also for more bytes than `most`
   */
  fetch(reference: string, to: { path: string; most: number }, signal?: AbortSignal): Promise<void>;
  /** Gives up one, or forgets one that was fetched. One that is gone is no failure. */
  cancel(reference: string): Promise<void>;
}

/** Fills parts of pictures with what may have been there. */
export type InpaintingProvider = BuiltInInpainting | InpaintingService;
