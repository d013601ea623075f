import { useMemo } from "preact/hooks";
import { encode } from "uqr";

/** A QR code as one SVG path. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = encode(text, { border: 2 });
    const cells: string[] = [];
    code.data.forEach((row, y) => {
      row.forEach((dark, x) => {
        if (dark) cells.push(`M${x} ${y}h1v1h-1z`);
      });
    });
    return { path: cells.join(""), size: code.size };
  }, [text]);
  return (
    <div class="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
        <path d={path} fill="#1b1208" />
      </svg>
    </div>
  );
}
