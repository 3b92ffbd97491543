/**
 * The sentences that OpenAI wants to hear, word by word, by languages: anything else is refused there.
 * https://developers.openai.com/api/docs/guides/custom-voices
 */
export const CONSENT_SENTENCES: Readonly<Record<string, string>> = {
  de: 'Ich bin der Eigentümer dieser Stimme und bin damit einverstanden, dass OpenAI diese Stimme zur Erstellung eines synthetischen Stimmmodells verwendet.',
  en: 'I am the owner of this voice and I consent to OpenAI using this voice to create a synthetic voice model.',
  es: 'Soy el propietario de esta voz y doy mi consentimiento para que OpenAI la utilice para crear un modelo de voz sintética.',
  fr: "Je suis le propriétaire de cette voix et j'autorise OpenAI à utiliser cette voix pour créer un modèle de voix synthétique.",
  hi: 'मैं इस आवाज का मालिक हूं और मैं सिंथेटिक आवाज मॉडल बनाने के लिए OpenAI को इस आवाज का उपयोग करने की सहमति देता हूं',
  id: 'Saya adalah pemilik suara ini dan saya memberikan persetujuan kepada OpenAI untuk menggunakan suara ini guna membuat model suara sintetis.',
  it: 'Sono il proprietario di questa voce e acconsento che OpenAI la utilizzi per creare un modello di voce sintetica.',
  ja: '私はこの音声の所有者であり、OpenAIがこの音声を使用して音声合成 モデルを作成することを承認します。',
  ko: '나는 이 음성의 소유자이며 OpenAI가 이 음성을 사용하여 음성 합성 모델을 생성할 것을 허용합니다.',
  nl: 'Ik ben de eigenaar van deze stem en ik geef OpenAI toestemming om deze stem te gebruiken om een synthetisch stemmodel te maken.',
  pl: 'Jestem właścicielem tego głosu i wyrażam zgodę na wykorzystanie go przez OpenAI w celu utworzenia syntetycznego modelu głosu.',
  pt: 'Eu sou o proprietário desta voz e autorizo o OpenAI a usá-la para criar um modelo de voz sintética.',
  ru: 'Я являюсь владельцем этого голоса и даю согласие OpenAI на использование этого голоса для создания модели синтетического голоса.',
  uk: 'Я є власником цього голосу і даю згоду OpenAI використовувати цей голос для створення синтетичної голосової моделі.',
  vi: 'Tôi là chủ sở hữu giọng nói này và tôi đồng ý cho OpenAI sử dụng giọng nói này để tạo mô hình giọng nói tổng hợp.',
  zh: '我是此声音的拥有者并授权OpenAI使用此声音创建语音合成模型',
};
