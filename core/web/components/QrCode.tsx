import { useEffect, useState } from 'react';

export interface QrCodeProps {
  /** What the code says. */
  text: string;
  /** CSS pixels of a side, the white border included. */
  size: number;
  /** Names the picture for screen readers. */
  label: string;
}

/** White modules around the code, without which some cameras do not find it. */
const BORDER = 4;

interface Drawing {
  text: string;
  side: number;
  path: string;
}

/** A QR code, drawn as one path; the code that makes it is loaded when it is first shown. */
export function QrCode({ text, size, label }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);

  useEffect(() => {
    let wanted = true;
    void draw(text).then((drawn) => {
      if (wanted) {
        setDrawing(drawn);
      }
    });
    return () => {
      wanted = false;
    };
  }, [text]);

  if (drawing === null || drawing.text !== text) {
    return <div className="rp-qr-code" style={{ width: size, height: size }} aria-busy="true" />;
  }
  return (
    <svg
      className="rp-qr-code"
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${drawing.side} ${drawing.side}`}
      shapeRendering="crispEdges"
    >
      {/* Black on white in both themes: cameras need it so. */}
      <rect width={drawing.side} height={drawing.side} fill="#fff" />
      <path d={drawing.path} fill="#000" />
    </svg>
  );
}

async function draw(text: string): Promise<Drawing> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) {
        path += `M${column + BORDER} ${row + BORDER}h1v1h-1z`;
      }
    }
  }
  return { text, side: modules.size + 2 * BORDER, path };
}
