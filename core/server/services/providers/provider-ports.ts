import type { ProviderKind } from '#core/contract/provider-kinds.ts';

import type { CaptchaProvider } from './captcha.ts';
import type { ChannelProvider } from './channels.ts';
import type { InpaintingProvider } from './inpainting.ts';
import type { MailProvider } from './mail.ts';
import type { PaymentProvider } from './payment.ts';
import type { PictureTextProvider } from './picture-text.ts';
import type { PortraitsProvider } from './portraits.ts';
import type { ProductsProvider } from './products.ts';
import type { QrLoginProvider } from './qr-login.ts';
import type { SmsProvider } from './sms.ts';
import type { SpeechProvider } from './speech.ts';
import type { TargetProvider } from './targets.ts';
import type { TranscriptionProvider } from './transcription.ts';
import type { TranslationProvider } from './translation.ts';
import type { VoicesProvider } from './voices.ts';

/**
 * What a service of each kind does. In all of them, times are seconds, languages BCP 47 tags, money whole numbers of
 * the smallest unit, and files paths on this machine. What fails throws a ProviderFailure, or an expected error whose
 * text users may read; an aborted signal ends a request with its reason.
 */
export interface ProviderPorts extends Record<ProviderKind, unknown> {
  speech: SpeechProvider;
  transcription: TranscriptionProvider;
  'picture-text': PictureTextProvider;
  inpainting: InpaintingProvider;
  translation: TranslationProvider;
  voices: VoicesProvider;
  portraits: PortraitsProvider;
  channels: ChannelProvider;
  targets: TargetProvider;
  products: ProductsProvider;
  payment: PaymentProvider;
  sms: SmsProvider;
  'qr-login': QrLoginProvider;
  captcha: CaptchaProvider;
  mail: MailProvider;
}
