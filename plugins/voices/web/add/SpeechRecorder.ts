import { observableStore } from '#core/web/observable-store.ts';

/** What browsers record speech as, the first that this one can. */
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4', 'audio/webm'];
const ENDINGS: Readonly<Record<string, string>> = { 'audio/webm': 'webm', 'audio/ogg': 'ogg', 'audio/mp4': 'm4a' };
/** Milliseconds between two parts, of which the last is lost when a browser breaks off. */
const PART = 1_000;

export type RecorderFault = 'denied' | 'none' | 'unsupported' | 'failed';

/** Records what somebody says into the microphone. Observable. */
export class SpeechRecorder {
  isRecording = false;
  /** Whole seconds that were recorded. */
  seconds = 0;
  fault: RecorderFault | null = null;
  /** For what it records, or has recorded last: there is one microphone. */
  whose: object | null = null;

  private recorder: MediaRecorder | null = null;
  private stream: MediaStream | null = null;
  private timer: number | undefined;
  /** Raised whenever what was asked for is wanted no more: browsers ask people first, who may take their time. */
  #turn = 0;

  constructor() {
    observableStore(this);
  }

  /**
   * Records until it is stopped.
   * @param whose for what
   * @param most seconds after which it stops by itself
   * @param done is given the recording
   */
  async start(whose: object, most: number, done: (file: File) => void): Promise<void> {
    this.stop();
    const turn = this.#turn;
    this.fault = null;
    this.whose = whose;
    if (typeof MediaRecorder === 'undefined' || navigator.mediaDevices === undefined) return this.fail('unsupported');
    // Browsers' own filters make voices sound like telephones.
    const audio = { channelCount: 1, noiseSuppression: false, autoGainControl: false, echoCancellation: false };
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio });
    } catch (error) {
      if (turn !== this.#turn) return;
      const name = error instanceof DOMException ? error.name : '';
      return this.fail(name === 'NotFoundError' ? 'none' : name === 'NotAllowedError' ? 'denied' : 'failed');
    }
    if (turn !== this.#turn) return release(stream);
    try {
      this.record(stream, most, done);
    } catch {
      release(stream);
      this.fail('failed');
    }
  }

  stop(): void {
    this.#turn += 1;
    if (this.recorder !== null && this.recorder.state !== 'inactive') this.recorder.stop();
    else this.end();
  }

  dispose(): void {
    if (this.recorder !== null) {
      this.recorder.ondataavailable = this.recorder.onstop = this.recorder.onerror = null;
    }
    this.stop();
    this.end();
  }

  private record(stream: MediaStream, most: number, done: (file: File) => void): void {
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => void parts.push(data);
    recorder.onerror = () => this.fail('failed');
    recorder.onstop = () => {
      release(stream);
      // It has broken off: what there is of it is not what was said.
      if (this.recorder !== recorder) return;
      this.end();
      const [type = ''] = recorder.mimeType.split(';');
      const blob = new Blob(parts, { type });
      if (blob.size > 0) done(new File([blob], `recording.${ENDINGS[type] ?? 'webm'}`, { type }));
      else this.fail('failed');
    };
    this.stream = stream;
    this.recorder = recorder;
    this.isRecording = true;
    this.seconds = 0;
    recorder.start(PART);
    const begun = performance.now();
    this.timer = window.setInterval(() => this.tick((performance.now() - begun) / 1000, most), 250);
  }

  private tick(seconds: number, most: number): void {
    this.seconds = Math.floor(seconds);
    if (seconds >= most) this.stop();
  }

  private fail(fault: RecorderFault): void {
    this.end();
    this.fault = fault;
  }

  private end(): void {
    window.clearInterval(this.timer);
    if (this.stream !== null) release(this.stream);
    this.stream = null;
    this.recorder = null;
    this.isRecording = false;
  }
}

/** Turns the microphone off. */
function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
