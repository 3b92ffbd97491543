/** What is said, by language: four sentences each that people say of goods. */
export const SAID: Readonly<Record<string, readonly string[]>> = {
  'zh-CN': [
    '这款杯子我用了三个月，真的离不开。',
    '早上倒进去的热水，晚上还是烫的。',
    '杯盖拧紧以后倒过来也不会漏。',
    '今天下单，明天就能收到。',
  ],
  'en-US': [
    'I have carried this bottle to work every single day since March.',
    'Whatever I pour in the morning is still hot at night.',
    'Close the lid, turn it over, and nothing spills.',
    'Order before noon and it ships today.',
  ],
  'de-DE': [
    'Diese Flasche nehme ich seit März jeden Tag mit zur Arbeit.',
    'Was ich morgens einfülle, ist abends noch heiß.',
    'Deckel zu, umdrehen, und nichts läuft aus.',
    'Wer vor zwölf bestellt, bekommt sie morgen.',
  ],
  'fr-FR': [
    'Depuis le mois de mars, cette gourde me suit partout au travail.',
    'Le thé que je verse le matin reste chaud jusqu’au soir.',
    'Fermez le bouchon, retournez la, rien ne coule.',
    'Commandez avant midi pour une livraison demain.',
  ],
  'es-ES': [
    'Llevo esta botella al trabajo todos los días desde marzo.',
    'Lo que sirvo por la mañana sigue caliente por la noche.',
    'Cierra la tapa, dale la vuelta y no se derrama nada.',
    'Si pides antes del mediodía, llega mañana.',
  ],
  'it-IT': [
    'Porto questa bottiglia al lavoro ogni giorno da marzo.',
    'Quello che verso la mattina è ancora caldo la sera.',
    'Chiudi il tappo, girala, e non esce niente.',
    'Ordina prima di mezzogiorno e arriva domani.',
  ],
  'pt-BR': [
    'Levo esta garrafa para o trabalho todos os dias desde março.',
    'O que coloco de manhã continua quente à noite.',
    'Feche a tampa, vire de cabeça para baixo, e nada vaza.',
    'Peça antes do meio dia e receba amanhã.',
  ],
  'ru-RU': [
    'С марта я каждый день беру эту бутылку на работу.',
    'То, что налито утром, вечером ещё горячее.',
    'Закройте крышку, переверните, и ничего не прольётся.',
    'Закажите до полудня, и завтра она у вас.',
  ],
  'ko-KR': [
    '저는 삼월부터 매일 이 물병을 회사에 가지고 다닙니다.',
    '아침에 담은 물이 저녁에도 뜨겁습니다.',
    '뚜껑을 닫고 뒤집어도 새지 않습니다.',
    '오늘 주문하시면 내일 도착합니다.',
  ],
  'vi-VN': [
    'Từ tháng ba tôi mang chiếc bình này đi làm mỗi ngày.',
    'Nước rót buổi sáng đến tối vẫn còn nóng.',
    'Đóng nắp, lật ngược lại, không rơi một giọt.',
    'Đặt hàng trước buổi trưa, ngày mai có ngay.',
  ],
};

/** Voices that say them: none is the one that the aligner compares with. */
export const VOICES = [
  { variant: 'f3', speed: 190, pitch: 65 },
  { variant: 'm3', speed: 145, pitch: 35 },
  { variant: 'f5', speed: 170, pitch: 55 },
] as const;

/** By how many decibels music is quieter than what is said over it; null for none. */
export const UNDER = [null, 12, 8] as const;
